"""Holdings: owners of shares, certificate counts, and the change of president."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from companion.rules.core.change import Change
from companion.rules.core.state import State
from companion.rules.core.state_cache import compute_once
from companion.rules.data.companies import Company
from companion.rules.data.title_data import TitleData
from companion.rules.shares import market
from companion.rules.shares.certificate_distribution import OwnedCertificate, dealt

INITIAL = "initial"
POOL = "pool"


def percent(data: TitleData, state: State, company: str, owner: str) -> int:
    """Return the percent of ``company`` held by ``owner``.

    The owner is a player, a company, "initial" or "pool".
    """
    known: Mapping[str, int] | None = state.certificates.derived.get(company)
    return (known or _shares(data, state, company)).get(owner, 0)


def shares(data: TitleData, state: State, company: str) -> dict[str, int]:
    """Return the percent of ``company`` by owner or place, in the order of its certificates."""
    return dict(_shares(data, state, company))


def _shares(data: TitleData, state: State, company: str) -> Mapping[str, int]:
    """Return :func:`shares`, kept with the certificates."""
    known: Mapping[str, int] | None = state.certificates.derived.get(company)
    if known is not None:
        return known
    own = data.companies[company]
    found: dict[str, int] = {}
    for certificate, part in zip(own.certificates, own.shares, strict=True):
        place = state.certificates[certificate]
        found[place] = found.get(place, 0) + part
    state.certificates.derived[company] = found
    return found


def percents_held(data: TitleData, state: State, owner: str) -> Mapping[str, int]:
    """Return the percent of every company of which ``owner`` holds anything."""
    key = ("held", owner)
    known: Mapping[str, int] | None = state.certificates.derived.get(key)
    if known is not None:
        return known
    found: dict[str, int] = {}
    for certificate in [c for c, place in state.certificates.items() if place == owner]:
        company = data.issuers[certificate]
        found[company] = found.get(company, 0) + data.percents[certificate]
    state.certificates.derived[key] = found
    return found


def president(data: TitleData, state: State, company: str) -> str | None:
    """Return the holder of the president's certificate.

    Returns None while it is unsold or out of the game, and for a company without one.
    """
    own = data.companies[company]
    place = state.certificates[own.certificates[0]]
    return place if own.kind.directed and is_player(place) else None


@lru_cache(maxsize=4096)  # it is asked for very often
def is_player(owner: str) -> bool:
    """Return whether this id is a seat ("p1"); no company symbol has that form."""
    return owner[:1] == "p" and owner[1:].isdigit()


def papers_of(state: State, player: str) -> int:
    """Return the number of the player's privates and certificates, counted or not."""
    return [*state.privates.values(), *state.certificates.values()].count(player)


def certificates_of(data: TitleData, state: State, player: str) -> int:
    """Return the number of the player's certificates that count against the limit.

    These are privates, and shares of kinds that count, outside the uncounted zones.
    """
    return papers_of(state, player) - sum(
        state.certificates[certificate] == player
        for company in compute_once(state, "uncounted", lambda: _uncounted_companies(data, state))
        for certificate in data.companies[company].certificates
    )


def _uncounted_companies(data: TitleData, state: State) -> list[str]:
    return [company for company in state.companies if not is_counted(data, state, company)]


def is_counted(data: TitleData, state: State, company: str) -> bool:
    """Return whether certificates of the company count against the limit now."""
    kind = data.kinds[state.companies[company].kind]
    return kind.counted and not market.allows(data, state, company, "uncounted")


def ordinary(company: Company, state: State, owner: str) -> list[str]:
    """Return the ordinary certificates (not the president's) of ``owner``, in printed order."""
    return [c for c, _ in company.ordinary if state.certificates[c] == owner]


def take(change: Change, company: Company, source: str, owner: str, part: int) -> None:
    """Move ordinary certificates worth ``part`` percent from ``source`` to ``owner``.

    If certificates have several sizes, other owners swap theirs if necessary. Raises ValueError if
    ``source`` has too few.
    """
    places = change.state.certificates
    taken, lacking = [], part
    for certificate, size in company.ordinary:
        if lacking and places[certificate] == source and size <= lacking:
            taken.append(certificate)
            lacking -= size
    if not lacking:
        places.update(dict.fromkeys(taken, owner))
        return
    held = _ordinary_parts(change, company)
    if held.get(source, 0) < part:
        raise ValueError(f"{source} lacks {lacking}% of {company.symbol} in ordinary certificates")
    held[source] -= part
    held[owner] = held.get(owner, 0) + part
    _deal(change, company, held)


def deal(
    change: Change, company: Company, wanted: Mapping[str, int], president: str | None = None
) -> None:
    """Redistribute a company's certificates so that everybody has the ``wanted`` percent.

    This happens after a merger or an exchange of many shares. As few certificates as possible
    change hands. The president's certificate goes to ``president``; without that argument it stays
    where it is. Certificates given in exchange for it are reported like any others. Raises
    ValueError if no distribution exists.
    """
    if sum(wanted.values()) != sum(company.shares):
        raise ValueError(f"{sum(wanted.values())}% of {company.symbol} are to be dealt")
    ordinary = dict(wanted)
    if company.kind.directed:
        first, part = company.certificates[0], company.shares[0]
        holder = president or change.state.certificates[first]
        if ordinary.get(holder, 0) < part:
            raise ValueError(f"{holder} is to have less of {company.symbol} than its {part}%")
        ordinary[holder] -= part
        change.state.certificates[first] = holder
    _deal(change, company, ordinary)


def _ordinary_parts(change: Change, company: Company) -> dict[str, int]:
    """Return the percent of the company by owner or place, without the president's certificate."""
    held: dict[str, int] = {}
    for certificate, size in company.ordinary:
        place = change.state.certificates[certificate]
        held[place] = held.get(place, 0) + size
    return held


def _deal(change: Change, company: Company, wanted: Mapping[str, int]) -> None:
    """Redistribute the ordinary certificates, and record an event for those that change hands."""
    places = change.state.certificates
    pieces = [OwnedCertificate(c, size, places[c]) for c, size in company.ordinary]
    handed = dealt(pieces, wanted)
    moves = Counter((p.owner, handed[p.id], p.percent) for p in pieces if handed[p.id] != p.owner)
    places.update(handed)
    for (giver, taker, size), count in moves.items():
        facts = {"company": company.symbol, "count": count, "percent": size}
        change.tell("certificates_moved", source=giver, recipient=taker, **facts)


def successor(data: TitleData, state: State, company: str, keeps: int | None = None) -> str | None:
    """Return the new president if the president kept ``keeps`` percent, or None.

    The new president has more than that, and at least the president's certificate. The largest
    holder is chosen; a tie goes to the first one left of the president. Without ``keeps`` the
    president's present percent counts.
    """
    now = president(data, state, company)
    if now is None:
        return None
    parts = shares(data, state, company)
    most = parts.get(now, 0) if keeps is None else keeps
    best = None
    at = state.order.index(now)
    for seat in state.order[at + 1 :] + state.order[:at]:
        if parts.get(seat, 0) > most and parts[seat] >= data.companies[company].shares[0]:
            best, most = seat, parts[seat]
    return best


def pass_presidency(change: Change, data: TitleData, company: str, to: str) -> None:
    """Exchange the president's certificate for ordinary ones of ``to`` with the same percent."""
    own = data.companies[company]
    now = president(data, change.state, company)
    if now is None:
        raise ValueError(f"{company} has no president")
    take(change, own, to, now, own.shares[0])
    change.state.certificates[own.certificates[0]] = to
    change.tell("president", company=company, player=to, before=now)


def settle_presidency(change: Change, data: TitleData, company: str) -> None:
    """Pass the presidency if somebody holds more than the president."""
    new = successor(data, change.state, company)
    if new:
        pass_presidency(change, data, company, new)


def certificate_limit(data: TitleData, state: State, players: int, player: str) -> int | None:
    """Return the player's certificate limit with that number of players; None means no limit."""
    limit, bonus = data.certificate_limit.get(players), data.certificate_bonus
    if limit is None or bonus is None:
        return limit
    directed = (company.symbol for company in data.company_list if company.kind.directed)
    large = [c for c in directed if percent(data, state, c, player) >= bonus.percent]
    return limit + bonus.number * len(large)

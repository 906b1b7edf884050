"""The certificates of a system, dealt to their owners in the order of the trading."""

from collections.abc import Sequence

from companion.rules.core.change import Change
from companion.rules.judge.rules import Rules
from companion.rules.shares.holdings import INITIAL
from companion.titles.t1828.merger_shares import CERTIFICATE, TradingState


def deal(change: Change, rules: Rules, trading: TradingState, director: str) -> None:
    """Hand out the system's certificates: the director's, and one for each other share.

    The share that the director donates lies with the company itself.
    """
    certificates = rules.data.companies[trading.survivor].certificates
    for owner, held in CertificateDeal(certificates, trading, director).finish(director).items():
        change.state.certificates.update(dict.fromkeys(held, owner))


class CertificateDeal:
    """The certificates while they are dealt, each the next of its pile.

    A new director of the system exchanges two for the director's certificate. If nobody was dealt
    that, it replaces the first two shares of the ``director``.
    """

    def __init__(self, certificates: Sequence[str], trading: TradingState, director: str) -> None:
        self.first, *self.pile = certificates
        self.trading = trading
        self.held: dict[str, list[str]] = {}
        self.director = ""
        self._owed = 0
        if not trading.issued:
            self.director, self.held[director] = director, [self.first]
            self._owed = CERTIFICATE
        for owner, count, whole in trading.grants:
            if owner != INITIAL:
                self._take(owner, count, whole)
        self._pass_on(director)

    def _take(self, owner: str, count: int, whole: bool) -> None:
        own = self.held.setdefault(owner, [])
        if whole:
            own.append(self.first)
            count -= CERTIFICATE
        elif owner == self.director and self._owed:
            paid = min(self._owed, count)
            self._owed -= paid
            count -= paid
        own += self.pile[:count]
        del self.pile[:count]
        if owner in self.trading.order and self.trading.issued:
            self._settle(owner)

    def _worth(self, owner: str) -> int:
        own = self.held.get(owner, [])
        return len(own) + (CERTIFICATE - 1) * (self.first in own)

    def _settle(self, owner: str) -> None:
        """Make an owner with more shares than the director the new director."""
        if owner == self.director or self._worth(owner) < CERTIFICATE:
            return
        if not self.director or self._worth(owner) > self._worth(self.director):
            self.director = owner
            self._pass_on(owner)

    def _pass_on(self, owner: str) -> None:
        """Exchange two shares of an owner for the director's certificate of another owner."""
        own = self.held[owner]
        other = next((held for held in self.held.values() if self.first in held), own)
        if other is own:
            return
        given = [one for one in own if one != self.first][:CERTIFICATE]
        own[:] = [self.first, *(one for one in own if one not in given)]
        other.remove(self.first)
        other += given

    def finish(self, director: str) -> dict[str, list[str]]:
        """Return the certificates of each owner after the director has donated one share."""
        own = self.held[director]
        donated = next(one for one in own if one != self.first)
        own.remove(donated)
        return {**self.held, self.trading.survivor: [donated], INITIAL: self.pile}

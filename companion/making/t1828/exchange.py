"""1828 on 18xx.games."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.making.t1828.drawn import dearest, discards
from companion.rules.draws import Draws
from companion.titles import titles
from companion.titles.dialect import Dialect

SLUG = "1828"


def drawn(seed: int, players: Sequence[str], options: Mapping[str, Any]) -> Mapping[str, str]:
    """There the first numbers of the seed put privates out of the game; the others lie in the order
    in which they are printed, and the players are in that of the file.
    """
    data = titles()[SLUG].data
    keep_good = bool(options.get("keep_good_privates"))
    out = discards(data, Draws(seed), len(players), keep_good)
    kept = [symbol for symbol in dearest(data) if symbol not in out]
    return {"discarded": " ".join(out), "row": " ".join(kept), "order": ", ".join(players)}


DIALECT = Dialect(
    name="1828.Games",
    rules={"ensure_good_privates": {"keep_good_privates": True}},
    readings=dict.fromkeys(
        (
            "merge_if_operated",
            "odd_share_in_turn",
            "settle_when_odd",
            "sources_by_single",
            "lone_director_double",
            "freed_marker_lost",
            "failed_merger_spends",
            "half_certificate_free",
            "exchange_first_only",
            "scranton_once",
            "extra_tile_upgrades",
            "shell_without_route",
            "bankrupt_sells_out",
            "merger_at_the_top_goes_on",
            "director_as_traded",
            "gray_after_other_deed",
            "swap_unparred",
            "coalfield_is_a_route",
        ),
        True,
    ),
    companies={"OSH": "OS&H"},
    privates={"OSH": "OS&H"},
    unsold_in_treasury=True,
    at_price=frozenset(("system",)),
    unlisted=frozenset(("C&P",)),
    drawn=drawn,
)

"""Judgement is total: waiving all soft refusals leaves an action that can be applied.

Games are played at random. Now and then, actions are tried that a table might enter by mistake.
Each is legal, has a hard refusal, or can be applied when all soft ones are waived. Some games go on
from there. Two games of each title are played; 200 with FULL in the environment.
"""

import os
import random
from collections import Counter
from collections.abc import Callable

import pytest

from companion.bots.simulation import NAMES, choose
from companion.rules.core.actions import (
    Action,
    Bid,
    BuyPrivate,
    BuyShare,
    DeclareBankruptcy,
    LayTile,
    Pass,
    PlaceToken,
    SellShares,
)
from companion.rules.core.refusals import ALL_SOFT, RefusedError, has_hard
from companion.rules.core.state import GONE, State
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.judge.judge import Outcome
from companion.rules.judge.rules import Rules
from companion.titles import load, rules_for, titles
from tests.rules.judge.random_attempts import Moment
from tests.support.positions import Position

GAMES = 200 if os.environ.get("FULL") else 2  # of each title
EVERY = 12  # actions between two moments at which others are tried
TRIED = 24  # actions tried at each moment
LONGEST = 1200  # actions of a game; one with rulings may never end
KEPT = 0.1  # how often the game goes on after a ruling


def setup_for(title: str, seed: int) -> Setup:
    """Return a set-up with each number of players and each option in turn."""
    data = load(title).data
    counts = sorted(data.cash)
    flags = [option.key for option in data.options if option.kind == "flag"]
    options = {flags[seed // 2 % len(flags)]: True} if seed % 2 and flags else {}
    return Setup(title, NAMES[: counts[seed % len(counts)]], options, seed)


@pytest.mark.in_part(2)
@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("title", sorted(titles()))
def test_an_action_without_a_hard_refusal_can_be_carried_out(title: str, seed: int) -> None:
    play_with_rulings(title, seed, sound)


Check = Callable[[Rules, State, Outcome, random.Random], None]


def play_with_rulings(title: str, seed: int, check: Check) -> None:
    """Play a random game, try other actions on the way, and check the results of rulings."""
    setup = setup_for(title, seed)
    print(f"{title}: seed {seed}, {len(setup.players)} players, {dict(setup.options)}")
    rules, dice = rules_for(setup), random.Random(seed)
    state = judge.start(rules).state
    seen: Counter[str] = Counter()
    for number in range(LONGEST):
        if state.end_reason:
            break
        if number % EVERY == seed % EVERY:
            for action in Moment(rules, state, dice).actions(TRIED):
                print(f"action {number} of {seed}: {action}")
                kind, outcome = try_action(rules, state, action)
                seen[kind] += 1
                if kind == "ruled" and outcome is not None:
                    check(rules, state, outcome, dice)
                    if dice.random() < KEPT and not outcome.state.end_reason:
                        state = outcome.state
                        break
        print(f"action {number} of {seed}")
        state = judge.apply(rules, state, choose(rules, state, dice)).state
    print(dict(seen))
    assert seen["hard"] and seen["ruled"] and seen["legal"]


def try_action(rules: Rules, state: State, action: Action) -> tuple[str, Outcome | None]:
    """Return the result of an action with its soft refusals waived: "legal", "hard" or "ruled"."""
    found = judge.refusals(rules, state, action)
    if not has_hard(found):
        return "ruled" if found else "legal", judge.apply(rules, state, action, waive=ALL_SOFT)
    with pytest.raises(RefusedError) as refused:
        judge.apply(rules, state, action, waive=ALL_SOFT)
    assert refused.value.refusals == [reason for reason in found if not reason.may_rule]
    return "hard", None


def sound(rules: Rules, before: State, outcome: Outcome, dice: random.Random) -> None:
    """Check that tokens move only as the events say, and that the game goes on.

    Tokens of merging companies change hands. A company without certificates has no tokens.
    """
    state = outcome.state
    now, told = tokens(state), tokens_told(tokens(before), outcome)
    for company in rules.data.company_list:
        own, was = (at.companies[company.symbol] for at in (state, before))
        if {state.certificates[certificate] for certificate in company.certificates} == {GONE}:
            assert now[company.symbol] == 0
        elif (own.tokens_taken_over, own.status) == (was.tokens_taken_over, was.status):
            assert now[company.symbol] == told[company.symbol]
        assert now[company.symbol] <= len(company.token_costs) + own.tokens_taken_over
    goes_on(rules, before, outcome, dice)


def goes_on(rules: Rules, before: State, outcome: Outcome, dice: random.Random) -> None:
    """Check that all events have words, and that there are offers, all of them legal."""
    state = outcome.state
    assert all(rules.words.tell(event) for event in outcome.events)
    if state.end_reason:
        return
    offers = [offer for offer in judge.offers(rules, state) if offer.allowed]
    assert offers, "there is nothing to be done"
    assert not [offer for offer in offers if judge.refusals(rules, state, offer.action)]
    for offer in dice.sample(offers, min(3, len(offers))):
        judge.apply(rules, state, offer.action)


def tokens(state: State) -> Counter[str]:
    """Return the number of each company's tokens on the map, including those on top of others."""
    return Counter(state.board.lying())


def tokens_told(before: Counter[str], outcome: Outcome) -> Counter[str]:
    """Return the tokens on the map by the events.

    These are tokens placed, taken up to be placed again, sold, or removed with their company.
    """
    now = before.copy()
    for event in outcome.events:
        if event.kind in ("token", "token_on_top", "placed_home_token"):
            now[event.facts["company"]] += 1
        elif event.kind in ("home_city", "home_choice", "sold_token"):
            now[event.facts["company"]] -= 1
        elif event.kind == "company_bankrupt":
            now[event.facts["company"]] = 0
    return +now


# --- cases that failed before


def apply_ruling(game: Position, action: Action) -> Position:
    """Return the game after the action with all soft refusals waived. Raises RefusedError."""
    assert game.refused(action)
    game.state = judge.apply(game.rules, game.state, action, waive=ALL_SOFT).state
    return game


def hard(game: Position, action: Action) -> set[str]:
    """Return the codes of the hard refusals of an action."""
    return {r.code for r in judge.refusals(game.rules, game.state, action) if not r.may_rule}


def stock_round() -> Position:
    game = Position("1830", 3).close_privates().cash(p1=800)
    return game.started("PRR", 67, "p2", p2=20).stock_round(2, purchases=("PRR",), has_acted=True)


def operating(step: str = "track", **owners: str) -> Position:
    game = Position("1830", 3).privates(**owners).close_privates()
    game.started("PRR", 67, "p1", p1=60, p2=40).floated("PRR", 500)
    return game.trains("PRR", "2").operating("PRR", step)


def test_only_what_is_waived_is_overruled():
    game = stock_round()
    second = BuyShare("p1", "PRR", "initial")
    assert game.refused(second) == {"buy.bought"}
    with pytest.raises(RefusedError) as refused:
        judge.apply(game.rules, game.state, second, waive={"buy.sold"})
    assert [reason.code for reason in refused.value.refusals] == ["buy.bought"]
    state = judge.apply(game.rules, game.state, second, waive={"buy.bought"}).state
    assert state.cash["p1"] == 800 - 67


def test_no_ruling_gives_money_that_is_not_there():
    game = stock_round().cash(p1=66)
    second = BuyShare("p1", "PRR", "initial")
    assert game.refused(second) == {"buy.bought", "buy.cash"}
    with pytest.raises(RefusedError, match="costs"):
        apply_ruling(game, second)


def test_share_of_a_company_without_a_price_cannot_be_sold_by_a_ruling():
    game = stock_round()
    assert hard(game, BuyShare("p1", "NYC", "initial")) == {"buy.not_started"}
    assert not hard(game, BuyShare("p1", "PRR", "initial"))


@pytest.mark.parametrize(
    ("bid", "reasons"), [(-5, {"unknown.sum"}), (0, set()), (3, set()), (900, {"bid.cash"})]
)
def test_bid_of_less_than_nothing_is_none(bid, reasons):
    assert hard(Position("1830", 3), Bid("p1", "CS", bid)) == reasons


def test_private_falls_no_further_than_to_nothing_when_all_may_pass():
    game = Position("1830", 3)
    while judge.refusals(game.rules, game.state, Pass(game.rules.actor(game.state))) == []:
        game.do(Pass(game.rules.actor(game.state)))
    assert game.state.round.price_reduction == 20
    for _ in range(4):
        apply_ruling(game, Pass(game.rules.actor(game.state)))
    buyer = game.rules.actor(game.state)
    assert game.do(BuyPrivate(buyer, "SV")).state.cash[buyer] == 800


def test_extra_tile_elsewhere_is_of_those_that_are_left():
    game = operating(CS="PRR")
    assert apply_ruling(game, LayTile("PRR", "H14", "9", 1, "CS")).state.cash["PRR"] == 500
    game.tile("F18", "16", 0)  # the only copy
    assert hard(game, LayTile("PRR", "H14", "16", 1, "CS")) == {"lay.none_left"}


def test_private_without_a_power_lays_nothing_by_a_ruling():
    game = operating(SV="PRR", DH="PRR")
    assert hard(game, LayTile("PRR", "H14", "9", 1, "SV")) == {"power.none"}
    assert hard(game, LayTile("PRR", "H14", "9", 1, "DH")) == set()


def test_tile_with_other_stops_is_no_matter_of_a_ruling():
    game = operating()
    assert hard(game, LayTile("PRR", "H16", "9", 1)) == {"lay.stops"}
    assert hard(game, LayTile("PRR", "H16", "57", 0)) == set()


def test_track_may_be_lost_but_not_the_place_of_a_token_or_a_home():
    game = operating().tile("H10", "57", 1).tile("H10", "14", 1)
    assert hard(game, LayTile("PRR", "H10", "57", 0)) == set()
    game.token("H10.0", "NYC").token("H10.0", "CPR")
    assert hard(game, LayTile("PRR", "H10", "57", 0)) == {"lay.no_place"}
    home = operating().tile("E19", "57", 1).tile("E19", "14", 1).token("E19.0", "CPR")
    assert hard(home, LayTile("PRR", "E19", "57", 0)) == {"lay.home"}


def test_home_goes_elsewhere_by_a_ruling_but_not_where_there_is_no_circle():
    game = Position("1830", 3).close_privates()
    game.started("ERIE", 67, "p1", p1=60).floated("ERIE", 500, home=False)
    game.stock_round(2, "p1", passes=2).do(Pass("p1"))
    assert game.waiting() == "home"
    assert hard(game, PlaceToken("ERIE", "H12.0")) == {"token.reserved"}
    assert tokens(apply_ruling(game, PlaceToken("ERIE", "H10.0")).state) == {"ERIE": 1}
    assert game.waiting() == "track"


def test_token_that_a_ruling_put_at_an_unchosen_home_stays_there_on_the_next_tile():
    game = operating().phase("3").token("E11.0", "PRR")
    assert game.refused(PlaceToken("PRR", "E11.0")) == {"turn.not_now"}
    game.do(LayTile("PRR", "E11", "59", 0))
    assert game.waiting() == "home"
    assert game.allowed(PlaceToken("PRR", "E11.0")) and game.allowed(PlaceToken("PRR", "E11.1"))


def test_circle_that_a_home_needs_is_not_given_away():
    game = operating("token").tile("E19", "57", 1)
    assert hard(game, PlaceToken("PRR", "E19.0")) == {"token.reserved"}
    assert hard(game.tile("E19", "14", 1), PlaceToken("PRR", "E19.0")) == set()


def test_free_token_of_a_private_comes_too_late_but_not_for_nobody():
    game = operating("token", DH="PRR", SV="PRR").tile("F16", "57", 0)
    late, none = (PlaceToken("PRR", "F16.0", private) for private in ("DH", "SV"))
    assert game.refused(late) == {"token.too_late"}
    assert hard(game, none) == {"power.none"}
    assert tokens(apply_ruling(game, late).state)["PRR"] == 2
    lost = operating("token", DH="p1").tile("F16", "57", 0)
    assert lost.refused(late) == {"token.too_late", "power.not_owned"}


def test_a_player_who_is_not_short_sells_whole_certificates_of_their_own():
    game = operating("trains")
    assert hard(game, SellShares("p1", "PRR", 15)) == {"sell.step"}
    assert hard(game, SellShares("p1", "PRR", 70)) == {"sell.none"}
    assert game.refused(SellShares("p1", "PRR", 10)) == {"forced.not_short"}
    assert apply_ruling(game, SellShares("p1", "PRR", 10)).percent("PRR", "pool") == 10


def test_nobody_is_bankrupt_who_needs_no_money():
    assert hard(operating("trains"), DeclareBankruptcy("p1")) == {"bankrupt.not_short"}


def test_train_beyond_the_limit_is_bought_and_kept():
    game = operating("trains").trains("PRR", "2", "2", "2")
    more = next(
        offer.action for offer in judge.offers(game.rules, game.state) if offer.kind != "pass"
    )
    assert game.refused(more) == {"train.limit"}
    apply_ruling(game, more)
    assert list(game.trains_of("PRR")) == ["2"] * 5
    assert game.waiting() != "discard"


def test_train_beyond_a_limit_that_nobody_overruled_is_given_up():
    game = operating("trains").trains("PRR", "2", "2", "2", "2")
    assert game.waiting() == "discard"

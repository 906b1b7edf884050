"""The rules card tells what the data of a title say."""

from dataclasses import replace

import pytest

from companion.rules.data import switches
from companion.rules.data.companies import INCREMENTAL
from companion.rules.data.lay_allowance import NEW, LayAllowance, LayPermission
from companion.rules.data.title_data import ALWAYS, ONE, ONE_OF_EACH
from companion.rules.explain.rules_card import CARD_KEYS, OWN_KEYS, card_sections
from companion.rules.standard.rules import StandardRules
from companion.titles import load, titles


def lines(data, key):
    """Return the lines of a section as one text."""
    return "\n".join(next(part for part in card_sections(data) if part.key == key).lines)


@pytest.mark.parametrize("slug", titles())
def test_every_title_has_a_full_card(slug):
    sections = card_sections(load(slug).data)
    assert [section.key for section in sections] == list(CARD_KEYS)
    assert [s.key for s in sections if not s.lines and s.key != "phases"] == []


@pytest.mark.parametrize("slug", titles())
def test_a_title_with_rules_of_its_own_has_lines_of_its_own(slug):
    title = load(slug)
    if not issubclass(title.rules_class, StandardRules):
        assert set(OWN_KEYS) <= title.data.card.keys()
    elif title.rules_class is not StandardRules:  # it adds to what the switches say
        assert title.data.card


@pytest.mark.parametrize(
    ("group", "values", "key", "says"),
    [
        ("opening", {"all_pass": switches.PRIVATES_PAY}, "opening", "privates pay their owners"),
        (
            "opening",
            {"falling": 2},
            "opening",
            "Schuylkill Valley or Champlain & St. Lawrence becomes cheaper",
        ),
        ("opening", {"unsold_ends": True}, "opening", "A private without a bid leaves"),
        ("stock", {"rest_to_pool": True}, "companies", "unsold shares go to the pool"),
        ("stock", {"removes_from_pool": True}, "stock_turn", "one leaves the game from the pool"),
        ("stock", {"initial_price": switches.MARKET}, "stock_turn", "cost the market price"),
        ("stock", {"sale_fall": switches.LEFT_PER_SHARE}, "prices", "Each share sold: left"),
        ("stock", {"sale_fall": switches.NO_FALL}, "prices", "A sale moves no price."),
        ("dividends", {"multiples": (1, 2)}, "prices", "reaches: 1 × price, 2 × price."),
        ("dividends", {"multiples": (1,), "above": True}, "prices", "exceeds: 1 × price."),
        ("dividends", {"less_falls": True}, "prices", "A smaller dividend: left once."),
        ("opening", {"kind": switches.DEALT}, "opening", "receives a private at random"),
        ("train_sale", {"helps_with_others": False}, "emergency", "another company by itself"),
        (
            "train_sale",
            {"sales_move_presidents": False},
            "emergency",
            "never changes the president",
        ),
        ("opening", {"bid_step": 5}, "opening", "Bids are multiples of 5."),
        ("opening", {"highest_bound": True}, "opening", "Only the highest bid"),
        ("train_sale", {"exported": ("2",)}, "trains", "leaves the game: 2."),
        ("stock", {"order": switches.SELL_BUY}, "stock_turn", "sell, then buy once"),
        ("stock", {"order": switches.EITHER}, "stock_turn", "or buy once and then sell"),
        ("stock", {"first_sales": 3}, "stock_turn", "Sales begin in stock round 3"),
        ("stock", {"one_block": True}, "stock_turn", "only once in a turn"),
        ("stock", {"trade_is_purchase": True}, "stock_turn", "the purchase of the turn"),
        ("stock", {"several_from": ("initial",)}, "stock_turn", "come from: initial offering"),
        ("stock", {"capital_paid": switches.AT_FLOAT}, "companies", "It then receives par"),
        ("operating", {"track": switches.SEMI_RESTRICTIVE}, "track", "new track, or a stop"),
        ("operating", {"home_placed": switches.ROUND_START}, "track", "at the start of"),
        ("operating", {"closed_homes": True}, "track", "Nobody else places"),
        ("operating", {"closed_hexes": {"H12": "PRR"}}, "track", "H12 Altoona is closed until PRR"),
        ("private_use", {"price_factors": (1, 1.5)}, "privates", "for 100% to 150%"),
        ("private_use", {"any_time": True}, "privates", "at any time"),
        ("private_use", {"first_round_at_face": True}, "privates", "one at face value"),
        ("ends", {"bank": switches.AT_ONCE}, "ends", "bank cannot pay, the game ends at once."),
        ("ends", {"price": switches.AFTER_ROUND}, "ends", "the game ends after the round"),
        (
            "ends",
            {"last_train": switches.AFTER_SET},
            "ends",
            "last train, the game ends after the set",
        ),
        ("opening", {"kind": switches.SINGLE}, "opening", "auctioned one after the other"),
        ("stock", {"sale_fall": switches.ROW_PER_SALE}, "prices", "Each sale: down once"),
        ("stock", {"sale_fall": switches.LEFT_PER_SALE}, "prices", "Each sale: left once"),
        ("stock", {"sale_fall": switches.ROW_OF_PRESIDENT}, "prices", "president: down once"),
        ("stock", {"sold_from": switches.OPERATION}, "stock_turn", "after it has operated"),
        ("stock", {"sold_from": switches.FLOAT}, "stock_turn", "only after it floats"),
        ("dividends", {"withheld": switches.STAYS}, "prices", "Withheld: the price stays. Nothing"),
        ("dividends", {"not_run": switches.STAYS}, "prices", "Nothing earned: the price stays."),
        ("operating", {"home_placed": switches.AT_FLOAT}, "track", "token when it floats"),
        ("operating", {"home_placed": switches.AT_START}, "track", "token when it is started"),
        ("operating", {"token_distance": True}, "track", "for each hex from the company's nearest"),
        (
            "private_use",
            {"sold_by": switches.OWN_PRESIDENT},
            "privates",
            "only from its own president",
        ),
        ("train_sale", {"any_train": True}, "emergency", "any train of the bank"),
        ("train_sale", {"sells_freely": True}, "emergency", "as many as they like"),
        ("train_sale", {"unpaid": switches.NO_TRAIN}, "emergency", "goes without a train"),
        ("train_sale", {"unpaid": switches.LEAVES}, "emergency", "They leave the game"),
        ("train_sale", {"unpaid": switches.LEAVES}, "ends", "that leaves one player: at once"),
    ],
)
def test_a_switch_changes_its_line(group, values, key, says):
    data = load("1830").data
    changed = replace(data, **{group: replace(getattr(data, group), **values)})
    assert says in lines(changed, key)
    assert says not in lines(data, key)


def test_a_switch_takes_its_line_away():
    data = load("1830").data
    still = replace(data, stock=replace(data.stock, sold_out_rises=False))
    assert "up once" in lines(data, "prices") and "up once" not in lines(still, "prices")
    free = replace(data, must_own="never")
    assert "must own a train" in lines(data, "trains")
    assert "must own a train" not in lines(free, "trains")
    for other in (free, replace(data, train_sale=replace(data.train_sale, unpaid="no_train"))):
        assert "bankruptcy" in lines(data, "ends") and "bankruptcy" not in lines(other, "ends")


def test_the_card_tells_the_lays_of_a_phase():
    data = load("1830").data
    lays = (LayPermission(), LayPermission(fee=20))
    phases = tuple(replace(p, lays=lays if p.name == "4" else None) for p in data.phases)
    told = lines(replace(data, phases=phases), "track")
    assert "From phase 4 on: Tile 1 of a turn: a yellow tile or an upgrade." in told
    assert "From phase" not in lines(data, "track")


def test_the_card_tells_money_and_limits():
    data = load("1830").data
    assert "The bank has $12,000" in lines(data, "money")
    assert "never runs out" in lines(replace(data, bank=None), "money")
    assert "no certificate limit" in lines(replace(data, certificate_limit={}), "money")
    assert "may be bought in a turn" in lines(data, "money")


def test_the_card_tells_of_a_kind_of_company():
    data = load("1830").data
    (kind,) = data.kind_list
    assert "president 20%, 8 × 10%" in lines(data, "companies")
    other = replace(kind, capital=INCREMENTAL, holding_limit=70, pool_limit=40, floats_at=50)
    said = lines(replace(data, kind_list=(other,)), "companies")
    for part in ("at most 70%", "at most 40%", "when 50% is sold", "its buyers pay"):
        assert part in said
    poor = replace(data, kind_list=(replace(kind, pool_pays=False),))
    assert "pool pay nobody" in lines(poor, "payment")


def test_the_card_tells_of_the_lays_of_a_turn():
    data = load("1830").data
    one, dear = LayPermission(), LayPermission(frozenset((NEW,)), 20, True)

    def said(*lays, upgrades=None):
        return lines(replace(data, track=LayAllowance(lays, upgrades)), "track")

    assert "One tile a turn: a yellow tile or an upgrade." in said(one)
    assert "2 tiles a turn, each a yellow tile or an upgrade." in said(one, one)
    assert "Only one of them is an upgrade." in said(one, one, upgrades=1)
    assert "Tile 2 of a turn: a yellow tile, for $20, on another hex." in said(one, dear)


def test_the_card_tells_of_trains():
    data = load("1830").data
    assert "A company must own" in lines(replace(data, must_own=ALWAYS), "trains")
    one = replace(data, phases=(replace(data.phases[0], bank_trains=ONE), *data.phases[1:]))
    assert "In phase 2 a company buys one train a turn" in lines(one, "trains")
    each = replace(data, phases=(replace(data.phases[0], bank_trains=ONE_OF_EACH),))
    assert "one train of each type" in lines(each, "trains")


def test_lines_of_the_title_take_the_place_of_those_made():
    data = replace(load("1830").data, card={"prices": ("Prices stay {as} they are.",)})
    assert lines(data, "prices") == "Prices stay {as} they are."


@pytest.mark.parametrize(
    ("slug", "key", "says"),
    [
        ("18tn", "track", "Tile 2 of a turn: a yellow tile, not after an upgrade."),
        ("18ms", "trains", "Towns do not count toward the length of 2+, 3+ and 4+."),
        ("steam-over-holland", "trains", "Towns earn nothing for 3E."),
        ("steam-over-holland", "trains", "3E: 2 times the value."),
        ("18al", "trains", "4D: 2 times the value of cities and off-boards."),
    ],
)
def test_the_card_tells_what_counts_for_a_train_and_a_lay(slug, key, says):
    assert says in lines(load(slug).data, key)


def test_the_card_of_usual_trains_and_lays_tells_nothing_of_them():
    told = lines(load("1830").data, "trains") + lines(load("1830").data, "track")
    assert not any(word in told for word in ("Towns", "times the value", "not after"))


def test_the_card_names_the_privates_that_are_missing_with_fewer_players():
    said = lines(load("1889").data, "privates")
    assert "With 2 players these are missing: South Iyo Railway, Uno-Takamatsu Ferry.\n" in said
    assert "With 3 players these are missing: Uno-Takamatsu Ferry.\n" in said
    assert "are missing" not in lines(load("18nl").data, "privates")

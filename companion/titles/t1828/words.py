"""Words that only 1828 has."""

from companion.rules.core.vocabulary import (
    ActionWords,
    ChanceWords,
    DebtWords,
    EventWords,
    MemoWords,
    OfferWords,
    StepBarWords,
    StepWords,
    Vocabulary,
    hard,
    soft,
)

REFUSALS = {
    "private.row": hard(
        "{private:private} is not in the cheapest row, that of {price:$}.", "pricier"
    ),
    "private.dearer": hard(
        "{private:private} is not on offer now: {private_on_offer:private} costs only {price:$}.",
        "pricier",
    ),
    "private.has_bid": hard(
        "{private:private} has a bid: it is sold to a bidder, not bought.", "has a bid"
    ),
    "private.others": hard(
        (
            "{private:private} is for sale once the others in its row have a bid: "
            "{offered_privates:privates}."
        ),
        "others first",
    ),
    "buy.initial_limit": soft(
        "{player:who} has {percent}% of {company:who}. From {limit}% on, none of it may be "
        "bought from the IPO.",
        "limit is {limit}",
    ),
    "buy.two": soft(
        "Only the director of a grey company may buy two of its certificates in one turn, "
        "one right after the other.",
        "bought one",
    ),
    "swap.power": hard("{private:private} cannot be swapped for a share."),
    "swap.not_yours": hard("{private:private} belongs to {owner:who}."),
    "swap.unparred": soft("{company:who} has no par: half its director's certificate comes first."),
    "swap.cash": hard("{player:who} has {cash:$}; the par price of {company:who} is {price:$}."),
    "coal.one": hard("{company:who} has coal already."),
    "coal.none": hard("No coal lies on {hex:hex}.", "none left"),
    "coal.unreached": soft("No track leads from {company:who} to {hex:hex}.", "no track"),
    "coal.cost": hard("Coal costs {cost:$}; {company:who} has {cash:$}.", "can't afford"),
    "lay.own_tile": soft(
        "{company:who} has laid a tile on {hex:hex} in this turn, and may not upgrade it now."
    ),
    "power.spent": soft("{private:private} has used its power already."),
    "power.yellow": soft("{private:private} lays a yellow tile."),
    "power.upgraded": soft(
        "{company:who} has upgraded a tile in this turn: {private:private} may not lay one."
    ),
    "token.with_tile": soft(
        "The {token} of {private:private} is placed with its tile, before any other tile or pass."
    ),
    "token.coalfield": hard("No {token} is placed on {hex:hex}."),
    "train.shell": soft(
        "The {president} of {company:who} helps with a train for the shell of {shell:who} only."
    ),
    "forced.train_first": hard(
        "Shares were sold for a train of {company:who}: it must be bought before anything else.",
        "the train first",
    ),
    "bankrupt.shell": hard("An empty shell of {company:who} makes nobody bankrupt."),
    "token.swap": hard(
        "The {token} goes to {stop:place}, replacing the one of {private:private}, or nowhere."
    ),
    "run.two": soft(
        "{company:who} runs to two places, one of them on {hex:hex} or next along the track of its"
        " tile there."
    ),
}

EVENTS = {
    "swapped_private": EventWords(
        "{player:who} swapped {private:private} for {percent}% of {company}."
    ),
    "swapped_private_half": EventWords(
        "{player:who} swapped {private:private} for half the {president}'s certificate of"
        " {company}, started it at {price:$} and has {percent}%."
    ),
    "left_play": EventWords(
        "{company} had no par and left play. A blocking marker lies in each free place of"
        " {hexes:hexes}.",
        after="{company} left play",
        report="remark",
        milestone="",
    ),
    "coal_bought": EventWords(
        "{company} bought a coal marker for {cost:$}.",
        step_bar=StepBarWords("coal", "coal", "-cost"),
    ),
    "coal_taken": EventWords(
        "{company} took the coal of the tunnel.", after="{company} took the coal"
    ),
    "coal_for_sale": EventWords(
        "The coal of the tunnel is for sale on the coalfields.", after="its coal is for sale"
    ),
    "railway_paid": EventWords(
        "{company} paid {player:who} {amount:$} and kept {amount:$}.",
        step_bar=StepBarWords("run", "{amount:$} paid", "+amount"),
    ),
    "railway_closed": EventWords("{company} closed.", after="", report="remark"),
    "home_choice": EventWords(
        "{company} chooses which city of {hex:hex} is its home.", after="", report="untold"
    ),
}

ACTIONS = {
    "swap_private": ActionWords(
        "Swap for {company}, {place:who}",
        "{company}",
        "Swap {private:private} for a share of {company}| from the {place:who}",
        {"price": "Start {company} with {private:private}, par {price}"},
        rule="swap",
    ),
    "buy_coal": ActionWords("Buy coal", "Coal", "Buy coal"),
}

OFFERS = {
    "swap_private": OfferWords("Swap a private", "Swap a private", group="aside"),
    "coal": OfferWords("Coal", "Buy coal"),
}

STEPS = {
    "swap_private": StepWords("the swap of a private", "Swap", "list"),
    "coal": StepWords("buying coal", "Coal", "list", subject="Buy coal"),
    "swap_marker": StepWords("the {token} in the place of a private's", "{Token}", "stop"),
    "told_swap_marker": StepWords("the {token} in the place of a private's", "{Token}", "list"),
    "first_tile": StepWords("the tile of a private", "Tile of a private", "lay"),
}

MEMOS = {
    "coal": MemoWords("coal", "fixed", "coal"),
    "railway_closed": MemoWords("treasury of a private's railway", "all", "token.swap"),
    "empty_shell": MemoWords("train", "train", "train.shell"),
    "other_shell": MemoWords("train", "train", "train.shell"),
}

DEBTS = {
    "empty_shell": DebtWords(
        "{debtor:who} has a route and an empty shell.", "the cheapest", "the train"
    ),
    "other_shell": DebtWords(
        "{debtor:who} has a route and an empty shell.",
        "of another company, at most",
        "a train of another company",
    ),
}

CHANCES = {
    "swap_private": ChanceWords(
        (
            "{player:who} may swap {private:private} for a share now, which is not an "
            "action of a turn."
        ),
        "the swap of {private:private}",
        {
            "begins": "{of[0]} would float and first operate in operating round {of[1]}.{of[2]}; "
            "if it floats later, it starts later.",
        },
    ),
    "coal": ChanceWords(
        "{company} may buy coal in this turn.",
        "buying coal",
        {
            "token": "With it the company could place a {token} in this turn.",
            "run": "With it the company could run in this turn.",
        },
    ),
}

# labels of the form that tells a position
FACTS: dict[str, str] = {
    "coal_markers": "Place of each coal marker: a hex or a company",
    "open_homes": "Hexes with an open home",
    "systems": "Systems, as survivor:other company",
    "companies_floated_before": "Companies that had floated before this stock round",
    "late_companies": "Companies that floated too late for this operating round",
}


WORDS = Vocabulary(
    REFUSALS,
    EVENTS,
    ACTIONS,
    OFFERS,
    STEPS,
    debts=DEBTS,
    chances=CHANCES,
    facts=FACTS,
).with_own(Vocabulary.of_memos(MEMOS))

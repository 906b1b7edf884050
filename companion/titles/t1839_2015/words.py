"""Words that only 1839 of 2015 has."""

from companion.rules.core.vocabulary import (
    ActionWords,
    ChanceWords,
    DebtWords,
    EventWords,
    MemoWords,
    OfferWords,
    OwnerChangeWords,
    RepeatWords,
    StepBarWords,
    StepWords,
    Vocabulary,
    hard,
    soft,
)

REFUSALS = {
    "told.upgrade": soft("No tile is upgraded in phase {phase:phase}."),
    "told.visits": hard("A run of {company:who} does not reach these foreign companies."),
    "told.joint": hard("With {private:private} a tile and a {token} cost {costs:list} together."),
    "train.none_to_become": hard(
        "The bank has no train that {private:private} could become. The private stays as it is."
    ),
    "sum.none_left": hard("No bid of {amount:$} is left; there are {remaining:and}.", "none left"),
    "sell.not_operated": soft(
        "{company:who} has not ended an operating turn: its shares may not be sold.", "not yet"
    ),
    "buy.foreign_phase": soft(
        (
            "Shares of foreign companies may be bought from phase {first_phase:phase} on; this is"
            " {phase:phase}."
        ),
        "not yet",
    ),
    "buy.foreign_unparred": hard(
        "{company:who} is not on the market: it enters with the first run to one of its"
        " off-boards.",
        "not on the market",
    ),
    "buy.foreign_size": hard("{company:who} is bought {percents:or} at a time.", "wrong size"),
    "buy.bundle": hard("A director may buy 20% to {maximum}% of a company at once.", "too many"),
    "buy.bundle_director": soft(
        "{player:who} is not {president} of {company:who}, and may buy only one certificate.",
        "one only",
    ),
    "token.one_home": hard("{company:who} must place at least one of its homes."),
    "token.alone": soft(
        "{company:who} has one {token} on the map: no other one reaches a new place."
    ),
    "token.two_tiles": soft("{company:who} has laid two tiles: no marker may follow."),
    "bankrupt.markers": hard(
        "First enter what the {tokens} of {company:who} would bring: they may be sold."
    ),
    "bankrupt.becomes": hard(
        "{company:who} has {private:private}, which becomes a train: {player:who} is not bankrupt."
    ),
    "train.rusted": soft("A {train:train} that has already rusted may not be sold.", "has rusted"),
    "train.not_yet": soft("{company:who} buys trains at the end of its turn."),
    "float.too_little": hard(
        "{company:who} cannot be floated this way: {minimum}% of it must be sold, and it "
        "must not operate."
    ),
    "repar.owner": hard("{player:who} has no private that gives a company another par."),
    "repar.not_floated": hard(
        "No purchase of {player:who} has floated {company:who} in this round, or it has another par"
        " already."
    ),
    "run.not_so": hard(
        "{private:private} runs to two places, at most one of them an off-board, by way of its "
        "tile; not to a city that is full of markers."
    ),
    "draw.none": hard("{company:who} has no private that lets its director pay."),
    "draw.most": hard("{player:who} may pay 1 to {maximum:$}: they could not raise more."),
    "draw.cost": soft(
        "The {president} may not pay {amount:$}: nothing that {company:who} may pay for now costs"
        " that much."
    ),
    "draw.less": soft("{player:who} has sold to pay {amount:$}, and may not pay less."),
    "draw.unpaid": soft(
        "{company:who} must pay with the {amount:$} for which its {president} has sold, "
        "before it passes."
    ),
    "draw.needless": soft(
        "{player:who} would have {cash:$} with one share less in the last sale: it was made for"
        " something that costs them more."
    ),
    "mark.twice": hard("That {train:train} is marked already.", "is marked"),
    "mark.not_sold": hard("Marks of {private:private} are not for sale.", "not sold"),
    "mark.own": soft(
        "Marks of {private:private} are for other companies than {company:who}.", "own"
    ),
    "mark.none_left": hard("All {count} marks of {private:private} are sold.", "none left"),
    "mark.cash": hard("{company:who} has {cash:$}; a mark costs {price:$}.", "can't afford"),
    "token.exchange_own": soft("{company:who} has an exchange marker in {stop:place}."),
    "token.exchange_here": hard("{company:who} has an exchange marker in {stop:place} already."),
    "token.exchange_hex": soft("An exchange marker of {owner:who} lies on {hex:hex}."),
    "deal.order": hard(
        "The order of the cards has each seat once: the numbers from 1 to {players}, with "
        "spaces between them."
    ),
}

EVENTS = {
    "told_visits": EventWords(
        "{company} ran to {visits:companies}, not checked.", after="to {visits:companies}"
    ),
    "told_no_visit": EventWords("{company} ran to no foreign place.", after="to no foreign place"),
    "told_joined": EventWords(
        "{private:private} paid {player:who} {amount:$} for places that were joined, not checked.",
        after="{player:who} got {amount:$}",
    ),
    "told_token_sale": EventWords(
        "{company} sold a {token} for {amount:$}, not checked.",
        after="{company} sold a {token} for {amount:$}",
    ),
    "told_token_values": EventWords(
        "The {tokens} of {company} would bring {amount:$}, all but the cheapest, not checked.",
    ),
    "drew_on_director": EventWords(
        "{player:who} pays up to {amount:$} of what {company:who} pays next."
    ),
    "owner_paid": EventWords(
        "{private:private} paid {player:who} {amount:$}.",
        step_bar=StepBarWords("run", "{amount:$} paid", "+amount"),
        fate=OwnerChangeWords("ran for {player:who}"),
    ),
    "floated_early": EventWords(
        "{company:who} floated with {amount:$} by {private:private}; {percent}% of it is in "
        "the {pool:who}, with {money_on_shares:$} on those shares."
    ),
    "money_of_shares": EventWords(
        "{company:who} got {amount:$} that was on its shares in the {pool:who}.",
        after="{company:who} got {amount:$}",
    ),
    "reparred": EventWords(
        "{player:who} gave {company:who} the par {after:$} instead of {before:$}."
    ),
    "joining_paid": EventWords(
        "{private:private} paid {player:who} {amount:$} for places that were joined.",
        after="{player:who} got {amount:$}",
    ),
    "laid_sum": EventWords(
        "{player:who} bid {amount:$} on {private:private}, which now costs {price:$}.",
        again=RepeatWords(("private",), ("amount",)),
    ),
    "became_train": EventWords(
        "{private:private} became a {type} of {company:who}.",
        fate=OwnerChangeWords("became a {type} of {company:who}", ends=True),
    ),
    "train_saved": EventWords("{company:who} marked a {type} SAVED with {private:private}."),
    "bought_mark": EventWords("{company:who} bought a mark of {private:private} for {price:$}."),
    "lost_mark": EventWords("The {type} lost its mark because it was sold to {company:who}."),
    "homes_given_up": EventWords("{company:who} gave up its other homes."),
    "came_to_market": EventWords("{company:who} entered the market at {price:$}."),
    "foreign_turn": EventWords(
        "{company:who} operates: incomes {incomes:list}, {total:$} in all; half of that, rounded "
        "up to {rounding_step:$}, is {revenue:$}.",
        after="{company:who}: {revenue:$}",
        heads=True,
    ),
    "told_foreign_turn": EventWords(
        "{company:who} operates: incomes {incomes:list}, {total:$} in all, not all checked; half "
        "of that, rounded up to {rounding_step:$}, is {revenue:$}.",
        after="{company:who}: {revenue:$}, not checked",
        heads=True,
    ),
    "foreign_idle": EventWords(
        "{company:who} operates: no company ran there.",
        after="{company:who}",
        heads=True,
    ),
    "foreign_bought_back": EventWords(
        "{company:who} bought {percent}% of itself from the pool at {price:$} for each 2%, for"
        " {amount:$}; it has {remaining:$} left.",
        after="{company:who} {percent}% back",
    ),
    "foreign_train": EventWords(
        "{company:who} bought a {type} for {price:$} and discarded it; it has {remaining:$} left.",
        after="{company:who} bought a {type}",
    ),
}

ACTIONS = {
    "tell_power_track": ActionWords(
        "{private:private}: a tile",
        "{private:private}",
        "Lay a tile with {private:private}",
        deeds={"upgrades": "Upgrade a tile with {private:private}"},
        rows={"upgrades": ("{private:private}: an upgrade", "{private:private}")},
        rule="lay",
    ),
    "tell_run_to": ActionWords(
        "Run",
        "Run",
        "Run to no foreign place",
        deeds={"visits": "Run to {visits:companies}"},
        rule="run",
    ),
    "tell_visits": ActionWords(
        "No foreign place",
        "Nowhere",
        "No foreign place",
        deeds={"visits": "{visits:companies}"},
        rows={"visits": ("{visits:companies}", "{visits:companies}")},
        rule="foreign",
    ),
    "tell_homes": ActionWords("{count}", "{count}", "Home {tokens}: {count}", rule="token.home"),
    "tell_joined": ActionWords("Their value", "Value", "Value", rule="power"),
    "tell_token_sale": ActionWords("Sell a {token}", "{Token}", "Sell a {token}", rule="forced"),
    "tell_token_values": ActionWords(
        "All but the cheapest", "{Tokens}", "All but the cheapest would bring", rule="forced"
    ),
    "director_pays": ActionWords(
        "The director pays", "Director", "The director pays| for what is next", rule="draw"
    ),
    "float_company": ActionWords("Float {company}", "{company}", "Float {company}", rule="float"),
    "repar": ActionWords(
        "Par {price:$}", "Par {price}", "Give {company} the par {price:$}", rule="repar"
    ),
    "save_train": ActionWords(
        "Mark a {type} SAVED", "{type}", "Mark a {type} SAVED with {private:private}", rule="power"
    ),
    "buy_mark": ActionWords(
        "Buy a mark to keep", "Mark", "Buy a mark of {private:private}", rule="power"
    ),
    "become_train": ActionWords(
        "It becomes a train", "Train", "{private:private} becomes a train", rule="power"
    ),
    "lay_sum": ActionWords(
        "Bid {amount:$}", "{amount}", "Bid {amount:$} on {private:private}", rule="sum"
    ),
    "buy_bundle": ActionWords(
        "IPO {initial_percent}%",
        "IPO {initial_percent}%",
        "Buy IPO {initial_percent}%| of {company}",
        deeds={
            "initial_percent pool_percent": "Buy IPO {initial_percent}% + pool {pool_percent}%|"
            " of {company}",
            "pool_percent": "Buy pool {pool_percent}%| of {company}",
        },
        rows={
            "initial_percent pool_percent": (
                "IPO {initial_percent}% + pool {pool_percent}%",
                "IPO {initial_percent}% + pool {pool_percent}%",
            ),
            "pool_percent": ("Pool {pool_percent}%", "Pool {pool_percent}%"),
        },
    ),
    "deal_cards": ActionWords("Deal", "Deal", "Deal the cards again", rule="deal"),
}

OFFERS = {
    "told_visits": OfferWords("To which foreign companies has it run?"),
    "told_homes": OfferWords("How many of its homes does it place?"),
    "told_joined": OfferWords("Places joined for the first time"),
    "token_values": OfferWords("What all markers but the cheapest would bring"),
    "draw_on_director": OfferWords("The director pays", "The director pays"),
    "float": OfferWords("Companies that may be floated"),
    "repar": OfferWords("Another par"),
    "save_train": OfferWords("SAVED marks"),
    "buy_mark": OfferWords("Marks for later"),
    "become": OfferWords("Becomes a train"),
    "early_train": OfferWords("Trains, right now", "Buy a train now"),
    "lay_sum": OfferWords("Bids to place"),
    "bundle": OfferWords("Several at once"),
    "deal": OfferWords("Number cards"),
}

STEPS = {
    "told_visits": StepWords(
        "the foreign places of the run", "Foreign places", "question", head="enter the run"
    ),
    "told_homes": StepWords("the number of homes", "Homes", "question", head="place homes"),
    "told_joined": StepWords("the value of joined places", "Joined places", "list"),
    "draw_on_director": StepWords("drawing on the director", "Director", "list"),
    "floats": StepWords("floating companies", "Float", "question", head="float"),
    "early_trains": StepWords("buying trains", "Trains", "list"),
    "sums": StepWords("the bids before the sale", "Bids", "sale", head="place a bid"),
    "deal": StepWords("dealing the cards again", "Deal", "sale", head="deal the cards"),
}

MEMOS = {
    "told_joined": MemoWords("places joined, as entered", "", "power"),
    "told_token_sale": MemoWords("{token} sold, as entered", "", "forced"),
    "drawn_on_director": MemoWords("drawn on the director", "fixed", "draw"),
    "laid_on_shares": MemoWords("laid on shares in the pool", "fixed", "float"),
    "lay_on_shares": MemoWords("lay on shares in the pool", "fixed", "float"),
    "repar": MemoWords("another par", "fixed", "repar"),
    "saved_mark": MemoWords("SAVED mark", "fixed", "power"),
    "foreign_half": MemoWords("the bank's half of foreign shares", "fixed", "buy"),
    "foreign_back": MemoWords("own shares bought back", "shares", "foreign"),
}

DEBTS = {
    "drawn_on_director": DebtWords(
        "{debtor:who} pays for one of their companies.", "the payment", "what the company pays next"
    ),
}

CHANCES = {
    "early_train": ChanceWords(
        "{company:who} may buy a train now.",
        "a train for {company:who}",
        {"run": "With it the company could run in this turn."},
    ),
    "draw_on_director": ChanceWords(
        "The {president} of {company:who} may pay now.",
        "the {president}'s payment",
        {
            "track": "With this the company could lay track in this turn.",
            "token": "With this the company could place a {token} in this turn.",
        },
    ),
}

# labels of the form that tells a position
FACTS: dict[str, str] = {
    "obsolete_privates": "Privates that are obsolete",
    "is_obsolescence_due": "Privates become obsolete next",
    "pars": "Price of each foreign company, as company:price",
    "director_company": "Company whose director comes with a private",
    "share_company": "Company whose share comes with a private",
    "offboard_visits": "Visits to foreign places in this round",
    "foreign_companies_done": "Foreign companies that have operated in this round",
    "train_buyer": "Foreign company that buys trains now",
    "unassigned_marks": "Marks not yet given to a train, as private:company",
    "mark_sale_count": "Marks sold so far",
    "float_question_round": "Stock round of the question about floating",
    "shares_with_money": "Shares in the pool with money on them, as company:number",
    "float_buyers": "Companies floated by a purchase, as company:player",
    "joined_stops": "Places joined to a marker",
    "director_payment": "Payment of the director for the next expense",
    "has_director_sold": "The director has sold for that",
    "money_without_last_share": "Money without the last share",
    "has_marker_money": "The company has money from markers",
    "told_marker_count": "Markers whose revenue the table has entered",
    "told_marker_sum": "What all of them but the cheapest would bring",
    "told_incomes": "Foreign companies with an income of this round that was entered",
    "told_visits": "Foreign companies that the last entered run of each company has reached",
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

"""Words that only 1839 has."""

from companion.rules.core.vocabulary import (
    ActionWords,
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
    # the stock round
    "start.nationalised": soft(
        "{player:who} nationalised a company in the last operating rounds, and may not "
        "take a {president}'s certificate from the {initial} in this round.",
        "barred",
    ),
    "start.homes": hard("There are no two hexes left in which {company:who} could be at home."),
    "buy.director_first": hard(
        "The {president}'s certificate of {company:who} is in the {initial}: it must be "
        "bought before any other share.",
        "{president} first",
    ),
    "buy.redeemed": soft("{player:who} has redeemed shares in this turn: one action a turn."),
    "sell.once": soft(
        "{player:who} has sold {company:who} already: each company once before the turn's "
        "action, and once after it.",
        "sold it",
    ),
    "sell.each_once": hard("A sale by {player:who} names each company in it once."),
    "redeem.all": soft("{company:who} redeems all of the {percent}% that was sold, or none of it."),
    "redeem.cash": hard(
        "{company:who} has {cash:$}; redeeming {percent}% costs {price:$}.", "can't afford"
    ),
    "redeem.director": soft("{player:who} is not {president} of {company:who}."),
    "redeem.unfloated": hard("{company:who} has not floated, and has no {treasury}."),
    "redeem.pool": hard("Only {pool_percent}% of {company:who} may be redeemed.", "too many"),
    "token.home_big": soft(
        "{company:who} has named a hex with two cities or a big city: the other home must "
        "be neither."
    ),
    "token.home_last": hard("With {home:hex} no hex is left for the other home of {company:who}."),
    "forced.one_sale": soft(
        "All that {player:who} may sell is not enough for {debt:debt}: it goes in one "
        "sale, {sales:shares}.",
        "all at once",
    ),
    "bankrupt.sell_first": soft(
        "{player:who} must sell all that may be sold before going bankrupt.", "sell first"
    ),
    "agree.left": hard("{player:who} has left the game."),
    # the operating round, the State, and players who leave
    "lay.laid_now": soft(
        "{company:who} has laid a tile on {hex:hex} in this turn, and may not upgrade it now."
    ),
    "power.not_yours": hard("{private:private} does not belong to {player:who}."),
    "power.not_yet": soft("{private:private} moves a {token} from phase {phase:phase} on."),
    "token.swap_own": hard("{company:who} swaps with another company."),
    "token.not_operated": soft(
        "{company:who} has not ended an operating turn yet: it may not swap {tokens}."
    ),
    "token.one_hex": hard("All {tokens} of {company:who} would be in {hex:hex}."),
    "train.trainless": soft(
        "{company:who} has no train: it must buy one from the {depot} before one from "
        "another company."
    ),
    "train.not_kept": hard("{player:who} keeps no {train:train}-train."),
    "train.unfloated": hard("{company:who} has not floated: it gets no train before it does."),
    "nationalise.over": hard(
        "{company:who} cannot be nationalised now. Choose one of the companies that are asked "
        "about.",
        "not now",
    ),
    "nationalise.train": hard("{company:who} owns no train.", "no train"),
    "start.no_local": hard("{company:who} is not an available local.", "not available"),
    "concede.left": hard("{player:who} has left the game."),
    "concede.all": hard(
        "{player:who} leaves the game, and sells all in one sale, in any order: {sales:shares}."
    ),
}

EVENTS = {
    "redeemed_shares": EventWords(
        "{company} redeemed {percent}% for {price:$}.",
        after="{company} redeemed {percent}% for {price:$}",
    ),
    "redeemed_none": EventWords(
        "{company} redeemed none of the {percent}%.", after="", report="untold"
    ),
    "sold_shares_for_debt": EventWords(
        "{company} sold {percent}% of itself for {amount:$}.",
    ),
    "train_of_private": EventWords(
        "{private:private} is now a train that {player:who} gives to a company.",
        after="{player:who} keeps a train for it",
        report="remark",
    ),
    "private_paid_cash": EventWords(
        "{player:who} received {amount:$} for {private:private}.",
        after="{player:who} received {amount:$} for it",
        report="remark",
    ),
    "converted": EventWords(
        "{company} is a {major} now: from {before:$} to {after:$}.",
        after="{company} is a {major}, {before:,} → {after:,}",
        report="remark",
        milestone="",
    ),
    "top_reached": EventWords(
        "{company} has reached the top: the game ends with this round.",
        after="the game ends with this round",
        report="remark",
    ),
    "received_train": EventWords(
        "{company} received a {type}.", step_bar=StepBarWords("first_train", "a {type}")
    ),
    "assigned_train": EventWords("{player:who} gave {company} a {type}."),
    "swapped_tokens": EventWords(
        "{company} swapped its {token} in {stop:place} for that of {other_company} in"
        " {other_stop:place}, for {cost:$}.",
        step_bar=StepBarWords("token", "{other_stop:place}", "-cost"),
    ),
    "moved_token": EventWords(
        "{player:who} moved the {token} of {company} from {stop:place} to {destination:place}.",
        step_bar=StepBarWords("token", "{destination:place}"),
    ),
    "returned_token": EventWords(
        "{company} took back its {token} in {stop:place}.",
        after="the one in {stop:place} went back",
    ),
    "told_return": EventWords("{company} took a {token} back."),
    "told_swap": EventWords(
        "{company} swapped a {token} for one of {other_company}, for {cost:$}.",
        step_bar=StepBarWords("told_token", "a {token}", "-cost"),
    ),
    "told_move": EventWords(
        "{player:who} moved a {token} of {company}.",
        step_bar=StepBarWords("told_token", "a {token}"),
    ),
    "nationalised": EventWords("{company} was nationalised.", report="remark", milestone=""),
    "not_nationalised": EventWords("No other company was nationalised.", report="untold"),
    "took_local": EventWords(
        "{player:who} took {percent}% {company} at {price:$} for {private:private}.",
        report="remark",
    ),
    "no_local": EventWords(
        "{player:who} received {amount:$} for {private:private}: no local is left.", report="remark"
    ),
    "no_director": EventWords(
        "The {president}'s certificate of {company} went to the {initial}.", report="remark"
    ),
    "conceded": EventWords("{player:who} conceded.", report="remark", milestone=""),
    "trains_removed": EventWords(
        "Trains left the {depot}: {trains:list}.", after="trains out of the {depot}: {trains:list}"
    ),
}

ACTIONS = {
    "redeem_shares": ActionWords("Redeem", "Redeem", "Redeem {percent}% {company}"),
    "assign_train": ActionWords(
        "To {company}", "{company}", "The {type} goes to {company}", rule="train.not_kept"
    ),
    "swap_tokens": ActionWords(
        "{stop:place} for {other_stop:place} of {other_company}",
        "{other_stop:place}",
        "Swap {stop:place} for {other_stop:place} of {other_company}",
        rule="token",
    ),
    "move_token": ActionWords(
        "From {stop:place} to {destination:place}",
        "{destination:place}",
        "Move it from {stop:place} to {destination:place}",
        rule="token.swap_own",
    ),
    "return_token": ActionWords(
        "{stop:place}", "{stop:place}", "Take back the one in {stop:place}", rule="token"
    ),
    "tell_swap": ActionWords(
        "For one of {other_company}",
        "{other_company}",
        "Swap a {token} for one of {other_company}",
        rule="token",
    ),
    "tell_move": ActionWords(
        "Move a {token} of {company}", "{company}", "Move a {token}", rule="token.swap_own"
    ),
    "tell_return": ActionWords("Yes", "Yes", "Take back one of two in a hex", rule="token"),
    "tell_home_fee": ActionWords(
        "The fee for the homes of {company}", "{company}", "Fee for homes", rule="start"
    ),
    "nationalise": ActionWords(
        "Nationalise", "Nationalise", "Nationalise {company}", rule="nationalise"
    ),
    "take_local": ActionWords("Take it", "Take it", "Take {company}", rule="power"),
    "concede": ActionWords("{player:who}", "{player:who}", "{player:who} leaves the game"),
}

OFFERS = {
    "redeem": OfferWords("May be redeemed"),
    "swap_tokens": OfferWords("Swap station markers", "Swap station markers", group="aside"),
    "move_token": OfferWords("Move a station marker with a private", "Move a station marker"),
    "assign": OfferWords("Give a company the train of a private", "Give a train", group="aside"),
    "told_return": OfferWords("Whether two of them share a hex now"),
    "home_fee": OfferWords("The fee for its homes"),
    "nationalise": OfferWords("May be nationalised"),
    "new_local": OfferWords("Available locals"),
    "concede": OfferWords(
        "Concede",
        group="apart",
        says="A player who concedes leaves the game: their companies are nationalised, "
        "their shares go to the Bank Pool and their money to the bank. They score "
        "nothing; the others play on.",
    ),
}

STEPS = {
    "redeem": StepWords(
        "redeeming shares", "Redeem", "question", ends=("Redeem none", "Redeem none")
    ),
    "first_train": StepWords("the first train", "First train", "question", head="raise money"),
    "assign": StepWords("giving away a train", "Give a train", "list"),
    "returned": StepWords("taking a {token} back", "{Token} back", "question"),
    "told_return": StepWords(
        "two {tokens} in a hex", "{Token} back", "question", ends=("No two there", "No two there")
    ),
    "home_fee": StepWords("the fee for homes", "Fee", "list"),
    "nationalise": StepWords(
        "nationalisations", "Nationalise", "question", ends=("No more", "No more")
    ),
    "new_local": StepWords(
        "the local for a private", "A local", "question", ends=("No local", "No local")
    ),
    "concede": StepWords("conceding", "Concede", "list"),
    "last_sale": StepWords("the last sale", "Last sale", "question", head="sell all"),
}

MEMOS = {
    "home_fee": MemoWords("fee for homes", "homes", "start"),
    "redeemed": MemoWords("shares redeemed", "shares", "redeem"),
    "private_cash": MemoWords("money for a private", "fixed", "power"),
    "nationalised": MemoWords("treasury of a nationalised company", "all", "nationalise"),
    "no_local": MemoWords("no local for a private", "fixed", "start.no_local"),
    "left_game": MemoWords("money of a player who left", "all", "concede"),
    "first_train": MemoWords("train", "train", "train"),
    "charge": MemoWords("charge of a private", "fixed", "power"),
}

DEBTS = {
    "home_fee": DebtWords(
        "{debtor:who} owes the fee for its homes.", "the fee for its homes", "the homes"
    ),
    "first_train": DebtWords(
        "{debtor:who} takes a train with its first turn.", "the train", "the train"
    ),
    "charge": DebtWords(
        "{debtor:who} owes what the Rotterdamsche Handelsvereeniging costs.",
        "Handelsvereeniging",
        "what the Rotterdamsche Handelsvereeniging costs",
    ),
}

# labels of the form that tells a position
FACTS: dict[str, str] = {
    "pairing": "Company of each brown private, as private:company",
    "nationalisation_counts": "How often a local was nationalised, as local:number",
    "nationalisers": "Players who nationalised in this set",
    "price_falls": "Prices that fall later, as company:percent",
    "operating_round_count": "Operating rounds so far",
    "locals_due": "Locals due, as private:player",
    "is_nationalisation_open": "Companies may be nationalised now",
    "departed_players": "Players who have left the game",
}


WORDS = Vocabulary(
    REFUSALS,
    EVENTS,
    ACTIONS,
    OFFERS,
    STEPS,
    debts=DEBTS,
    facts=FACTS,
).with_own(Vocabulary.of_memos(MEMOS))

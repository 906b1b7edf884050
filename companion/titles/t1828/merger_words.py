"""Words of mergers and systems."""

from companion.rules.core.vocabulary import (
    ActionWords,
    EventWords,
    GroupWords,
    MemoWords,
    OfferWords,
    RepeatWords,
    StepBarWords,
    StepWords,
    Vocabulary,
    hard,
    soft,
)

REFUSALS = {
    "merge.same": hard("{company} cannot merge with itself.", "itself"),
    "merge.system": hard("{company} is a system already; it does not merge again.", "a system"),
    "merge.unparred": hard("{company} has no par price yet: it must be started first.", "no par"),
    "merge.form": soft(
        "One of {company} and {other_company} was floated before this stock round and one was not.",
        "other form",
    ),
    "merge.operated": soft(
        "One of {company} and {other_company} has operated and one has not.", "other form"
    ),
    "merge.ran": hard(
        "{company} has operated and {other_company} is not floated: a company that has operated"
        " merges only with a floated one.",
        "other not floated",
    ),
    "merge.unfloated": soft(
        "Neither {company} nor {other_company} is floated: one of them must float first.",
        "none floated",
    ),
    "merge.director": soft(
        "{player:who} directs neither {company} nor {other_company}.", "not director"
    ),
    "merge.agreement": soft(
        "The other director, {player:who}, has to agree to it.", "no agreement"
    ),
    "merge.agreed_alone": hard(
        "{player:who} is not asked: both companies have the same director.", "not asked"
    ),
    "merge.tried": hard(
        "A merger of {company:who} and {other_company:who} must be announced and tried: "
        "only then is it seen whether it fails."
    ),
    "merge.nobody": hard(
        "Nobody could have three shares of a system of {company} and {other_company}: no player"
        " has six of the twenty, nor five without having sold one of them in this round.",
        "nobody has enough",
    ),
    "merge.too_few": hard(
        "Nobody could have three shares of a system of {company} and {other_company}: no player"
        " has five of the twenty.",
        "nobody has enough",
    ),
    "merge.not_floated": hard(
        "{company} is not floated: companies merge when both are.", "not floated"
    ),
    "merge.other_question": hard("{player:who} is asked something else now.", "not asked"),
    "merge.cash": hard(
        "{player:who} has {cash:$}; a share of the system costs {price:$} and a single share.",
        "can't afford",
    ),
    "merge.aside": hard("{choice:who} is not one of the two companies that merge.", "not merging"),
    "merge.whom": hard("{choice:who} has no share of the survivor to give.", "has none"),
    "shell.over": hard("A shell of {company} holds more than {limit} trains.", "a shell is full"),
    "shell.train": hard("{company} has no such train, {train:train}.", "not its own"),
    "shell.none": hard("{company} has no shell {shell}.", "no such shell"),
    "shell.same": hard("The {train:train} is in the shell {shell} already.", "there already"),
    "merge.marker": hard("{choice:who} is not one of the two companies that merge.", "not merging"),
    "merge.count": hard("The two companies cannot share so many hexes: {choice}.", "not so many"),
    "merge.surplus": hard("The system has no marker in {choice:place}.", "no marker there"),
}


def _merger_words(
    says: str,
    after: str | None = None,
    again: RepeatWords | None = None,
    together: GroupWords | None = None,
) -> EventWords:
    """Return the words of an event in the course of a merger, which the report tells as a whole."""
    return EventWords(says, after, "untold", together, again, tale="goes on")


EVENTS = {
    "merger_begins": EventWords(
        "{player:who} announced the merger of {other_company} into {company}, at {price:$}.",
        tale="begins",
    ),
    "coal_returned": _merger_words(
        "The coal marker of {company} went back to {hex:hex}.",
        after="its coal back to {hex:hex}",
    ),
    "merger_blocked": _merger_words(
        "In {stop:place} a blocking marker took the place of {company}.",
        after="{company} blocked in {stop:place}",
    ),
    "told_blocked": EventWords("A blocking marker took the place of one of {company}."),
    "merger_marker_gone": _merger_words(
        "One unplaced marker of {company} left the game: it is over the limit of a system.",
        after="an unplaced marker of {company} out of the game",
    ),
    "merger_set_aside": _merger_words(
        "{player:who} set a share of {company} aside.",
        after="a share of {company} set aside",
    ),
    "merger_paired": _merger_words(
        "{player:the} traded pairs for {count} of the system {company}.",
        after="{player:who} {count} for pairs",
        again=RepeatWords(("player", "company"), ("count",)),
    ),
    "merger_single": _merger_words(
        "A single share of {player:the} became one of the system {company}.",
        after="{player:who} 1 for a single",
    ),
    "merger_swapped": _merger_words(
        "{player:the} took a share of {company} for one of {other_company}, {source:from}.",
        after="{player:who} took {company} for {other_company}: {source:who}",
    ),
    "merger_swapped_certificate": _merger_words(
        "{player:who} gave the director's certificate of {other_company} for two shares,"
        " {source:from}.",
        after="{player:who} gave the director's certificate of {other_company}: {source:who}",
    ),
    "merger_found_none": _merger_words(
        "{player:the} found no share of the survivor and discarded {count} of {company}.",
        after="{player:who} discarded {count} of {company}",
    ),
    "merger_got_difference": _merger_words(
        "{player:who} was paid {amount:$} for the share of {company} that was set aside.",
        after="{player:who} was paid {amount:$}",
    ),
    "merger_paid_for_taken": _merger_words(
        "{player:who} was paid {amount:$} for the share of {company} that was taken.",
        after="{player:who} was paid {amount:$}",
    ),
    "merger_paid_difference": _merger_words(
        "{player:who} paid {amount:$} for the share received for one of {company}.",
        after="{player:who} paid {amount:$}",
    ),
    "merger_paid": _merger_words(
        "{player:who} paid {amount:$} for a share of the system {company}.",
    ),
    "merger_surrendered": _merger_words(
        "{player:who} gave up a share of {company} for {amount:$}.",
    ),
    "merger_to_pool": _merger_words(
        "Of the discarded shares of {company}, {count} went to the {pool:who}.",
        after="{count} in the {pool:who}",
    ),
    "merged": EventWords(
        "{other_company} merged into {company}, which is now a system at {price:$}.",
        after="{company} is a system at {price:$}",
        report="remark",
        tale="goes on",
        milestone="",
    ),
    "system_shares": _merger_words(
        "{owner:the} has {percent}% of the system {company}.",
        after="",
        together=GroupWords("of the system {all}", "{owner:who} {percent}%"),
    ),
    "merger_donated": _merger_words(
        "{player:who} donated a share of {company} to the system itself.",
        after="{player:who} donated a share",
    ),
    "top_reached": EventWords(
        "{company} has reached the top of the market: the game ends with this stock round.",
        after="the game ends with this stock round",
        report="remark",
    ),
    "no_shells": EventWords("{company} left its trains in their shells.", report="untold"),
    "no_more_shells": EventWords(
        "{company} moved no more trains between its shells.", report="untold"
    ),
    "train_moved": EventWords(
        "{company} moved a {train:train} to its {shell} shell.",
        step_bar=StepBarWords("shells", "{train:train} to {shell}"),
    ),
    "merger_failed": EventWords(
        "The merger of {other_company} into {company} failed: nobody has three shares of "
        "it. Everything is as it was before.",
        report="remark",
        tale="fails",
        milestone="The merger of {other_company} into {company} failed.",
    ),
}

ACTIONS = {
    "fail_merger": ActionWords(
        "A merger with {other_company} that failed",
        "{other_company}",
        "Merger of {other_company} into {company} failed",
    ),
    "merge_companies": ActionWords(
        "{other_company} merges into it",
        "merge {other_company}",
        "Merge {other_company} into {company}",
        {"other_director": "Merge {other_company} into {company}; {other_director:who} agrees"},
        rule="merge",
    ),
    "set_aside": ActionWords(
        "Set one of it aside", "Set aside", "Set a share of {company} aside", rule="merge.aside"
    ),
    "trade_with": ActionWords(
        "From {seller:who}", "{seller:who}", "Trade with {seller:who}", rule="merge.aside"
    ),
    "pay_for_share": ActionWords(
        "Pay for a share", "Pay", "Pay for a share of the system", rule="merge.aside"
    ),
    "surrender_share": ActionWords(
        "Give the share up", "Give up", "Give the share up", rule="merge.aside"
    ),
    "move_train": ActionWords(
        "To the shell {shell}", "{shell}", "Move a {train:train} to the shell {shell}", rule="shell"
    ),
    "give_way": ActionWords(
        "Its marker makes room", "{company}", "A blocking marker replaces one of {company}"
    ),
    "tell_shared_hexes": ActionWords(
        "In {count}", "{count}", "Hexes with a marker of both: {count}"
    ),
    "block_marker": ActionWords(
        "In {stop:place}", "{stop:place}", "A blocking marker in {stop:place}"
    ),
}

OFFERS = {
    "merge": OfferWords("Merge two companies"),
    "set_aside": OfferWords("Which one is set aside"),
    "whom": OfferWords("Take a share from"),
    "single": OfferWords("Pay, or give it up"),
    "move_train": OfferWords("To another shell"),
    "marker": OfferWords("Company to make room"),
    "shared_hexes": OfferWords("Hexes with a marker of both"),
    "surplus": OfferWords("Which marker makes room"),
}

STEPS = {
    "shells": StepWords(
        "arranging trains",
        "Shells",
        "list",
        subject="Arrange the trains",
        ends=("Leave the trains", "Done"),
    ),
    "merger": StepWords("the merger", "Merger", "question", head="to choose"),
}

MEMOS = {
    "merger": MemoWords("money of a company that merges", "all", "merge"),
    "merger_difference": MemoWords(
        "difference in price for a share set aside", "told", "merge.whom"
    ),
    "merger_taken": MemoWords("difference in price for a share taken", "told", "merge.whom"),
    "merger_share": MemoWords("share of a system", "told", "merge.whom"),
    "merger_surrender": MemoWords("share given up in a merger", "told", "merge.whom"),
    "merger_unfloated": MemoWords(
        "money of a system that is not floated yet", "all", "merge.unfloated"
    ),
    "merger_undone": MemoWords("the merger failed", "back", "merge"),
}

MERGER_WORDS = Vocabulary(REFUSALS, EVENTS, ACTIONS, OFFERS, STEPS).with_own(
    Vocabulary.of_memos(MEMOS)
)

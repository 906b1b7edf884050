"""The words of games without their map."""

from companion.rules.core.vocabulary import (
    ActionWords,
    ChanceWords,
    EventWords,
    MemoWords,
    OfferWords,
    RefusalWords,
    StepBarWords,
    StepWords,
    hard,
)

STEPS: dict[str, StepWords] = {
    "told_track": StepWords(
        "laying track",
        "Track",
        "list",
        ends=("Pay nothing for track", "Pay no more for track"),
    ),
    "told_token": StepWords(
        "placing a {token}", "{Token}", "list", ends=("Place no {token}", "Place no more {tokens}")
    ),
    "told_late_token": StepWords("the {token} of a private", "{Token}", "list"),
    "told_run": StepWords("entering the revenue", "Revenue", "list", always_asked=True),
    "told_deed": StepWords("another action", "Another action", "list"),
    "told_fact": StepWords("a payment for track", "Payment", "list"),
    "told_power": StepWords("the power of a private", "Power", "list"),
}

REFUSALS: dict[str, RefusalWords] = {
    "told.cost": hard("That costs {cost:$}; {company:who} has {cash:$}.", "can't afford"),
    "told.least": hard("With {private:private} that costs {least:$} at least."),
    "told.most": hard("With {private:private} that costs {most:$} at most."),
    "told.free": hard("With {private:private} that costs nothing."),
    "told.revenue": hard("This is {most:,} at most."),
    "told.trains": hard("{company:who} does not have these trains."),
    "told.sum": hard("The revenues of the trains do not add up to {revenue:$}."),
    "told.bonus": hard("{company:who} gets no {bonus:$} for a {token}."),
    "told.fact": hard(
        "{company:who} cannot enter that now: it has happened already, cannot happen yet, or nobody"
        " is there to be paid."
    ),
    "told.track": hard("{private:private} is used while its company lays track."),
    "told.turn": hard("{company:who} uses it in its own turn."),
    "told.acted": hard("{player:who} has already acted in this turn."),
    "route.asked": hard("Say first whether {company:who} has a route."),
    "route.not_asked": hard("Whether {company:who} has a route is not asked now."),
}

ACTIONS: dict[str, ActionWords] = {
    "tell_track": ActionWords(
        "Lay a tile",
        "Lay",
        "Lay a tile",
        deeds={"upgrades": "Upgrade a tile"},
        rows={"upgrades": ("Upgrade a tile", "Upgrade")},
        rule="lay",
    ),
    "tell_token": ActionWords(
        "Place a {token}",
        "{Token}",
        "Place a {token}",
        deeds={
            "private": "Place a {token} with {private:private}",
            "bonus": "Place a {token} for which the bank pays {bonus:$}",
        },
        rows={
            "private": ("Place a {token} with {private:private}", "{private:private}"),
            "bonus": ("Place a {token} for which the bank pays {bonus:$}", "{Token} and {bonus:$}"),
        },
        rule="token",
    ),
    "tell_run": ActionWords("Run", "Run", "Run", rule="run"),
    "tell_deed": ActionWords("Something else ‡", "Something else ‡", "Something else, no pass"),
    "tell_fact": ActionWords("{fact:who}", "{fact:who}", "{fact:who}", rule="lay"),
    "tell_power": ActionWords(
        "{private:private}", "{private:private}", "Use {private:private}", rule="power"
    ),
    "tell_route": ActionWords(
        "A route: it must own a train", "A route", "{company} has a route", rule="train"
    ),
    "tell_no_route": ActionWords(
        "No route: no train", "No route", "{company} has no route", rule="train"
    ),
}

OFFERS: dict[str, OfferWords] = {
    "tell_track": OfferWords("Track"),
    "tell_token": OfferWords("Cost"),
    "tell_run": OfferWords("The trains earn"),
    "tell_deed": OfferWords("Something else", group="aside"),
    "tell_fact": OfferWords("The bank pays for track", "The bank pays"),
    "map_fact": OfferWords("Track with an effect", "Track with an effect"),
    "tell_power": OfferWords("Powers of privates", "Use a private"),
    "route": OfferWords("Is there a route?"),
}

EVENTS: dict[str, EventWords] = {
    "told_track": EventWords(
        "{company} laid a tile.", step_bar=StepBarWords("told_track", "a tile")
    ),
    "told_track_at_cost": EventWords(
        "{company} laid a tile for {cost:$}.",
        step_bar=StepBarWords("told_track", "a tile", "-cost"),
    ),
    "no_told_track": EventWords("{company} paid nothing for track.", report="untold"),
    "no_more_told_track": EventWords("{company} paid no more for track.", report="untold"),
    "told_token": EventWords(
        "{company} placed a {token} for {cost:$}.",
        step_bar=StepBarWords("told_token", "a {token}", "-cost"),
    ),
    "told_bonus": EventWords(
        "The bank paid {company} {amount:$} for its {token}.",
        after="{company} received {amount:$}",
    ),
    "told_home": EventWords(
        "{company} placed its home {token}.", after="{company} placed its home {token}"
    ),
    "told_run": EventWords(
        "{company} ran for {revenue:$}, not checked.",
        step_bar=StepBarWords("told_run", "not checked", "revenue"),
    ),
    "told_deed": EventWords("{player:who} did something else."),
    "told_fact": EventWords("{recipient:who} received {amount:$}: {fact:who}."),
    "told_power": EventWords("{party:who} used {private:private}."),
    "has_route": EventWords("{company} has a route.", after="{company} has a route"),
    "has_no_route": EventWords("{company} has no route.", after="{company} has no route"),
}

CHANCES: dict[str, ChanceWords] = {
    "told_power": ChanceWords(
        "{company} may lay the extra tile of {private:private} in this turn.",
        "the extra tile of {private:private}",
    )
}

MEMOS: dict[str, MemoWords] = {
    "told_track": MemoWords("track, as entered", "", "lay"),
    "told_token": MemoWords("{token}, as entered", "", "token"),
    "told_bonus": MemoWords("bonus for a {token}, as entered", "", "token"),
    "told_fact": MemoWords("payment for track, as entered", "", "lay"),
}

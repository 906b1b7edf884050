"""The words for events that all titles share."""

from companion.rules.core.vocabulary import (
    EventWords,
    GroupWords,
    OwnerChangeWords,
    RepeatWords,
    StepBarWords,
)

EVENTS: dict[str, EventWords] = {
    "began": EventWords("The game begins: {cash:$} for each player.", report="untold"),
    "passed": EventWords("{party:who} passed.", report="untold"),
    "could_not_act": EventWords(
        "{party:who} could do nothing and passed.",
        after="{party:who} could do nothing and passed",
        report="untold",
        together=GroupWords("passed, with nothing to do: {all}", "{party:who}"),
    ),
    "ended_turn": EventWords("{party:who} ended the turn.", report="untold"),
    "chance_forgone": EventWords("{player:who} decided against {chance:chance}.", report="untold"),
    "chance_declined": EventWords("{player:who} decided against {chance:chance} for this round."),
    "no_track": EventWords("{company} laid no track.", report="untold"),
    "no_more_track": EventWords("{company} laid no more track.", report="untold"),
    "no_token": EventWords("{company} placed no {token}.", report="untold"),
    "no_more_token": EventWords("{company} placed no more {tokens}.", report="untold"),
    "no_train": EventWords("{company} bought no train.", report="untold"),
    "no_more_train": EventWords("{company} bought no more trains.", report="untold"),
    "no_private": EventWords("{company} bought no private.", report="untold"),
    "no_more_private": EventWords("{company} bought no more privates.", report="untold"),
    "bought_private": EventWords(
        "{player:who} bought {private:private} for {price:$}.",
        fate=OwnerChangeWords("{player:who} for {price:$}"),
    ),
    "received_share": EventWords(
        "{player:who} received {percent}% {company} with {private:private}.",
        after="{percent}% {company} with it",
    ),
    "bid": EventWords(
        "{player:who} bid {amount:$} on {private:private}.",
        again=RepeatWords(
            ("private",), says="{player:who} bid up to {amount:$} on {private:private}."
        ),
    ),
    "left_auction": EventWords(
        "{player:who} left the auction for {private:private}.", report="untold"
    ),
    "price_fell": EventWords(
        "{private:private} is now offered at {price:$}.", after="", report="remark"
    ),
    "private_paid": EventWords(
        "{private:private} paid {owner:who} {amount:$}.",
        after="",
        report="untold",
        together=GroupWords("privates paid {all}", "{owner:who} {amount:,}", summed="amount"),
    ),
    "started_company": EventWords("{player:who} started {company} at {price:$}."),
    "bought_share": EventWords(
        "{player:who} bought {percent}% {company} for {price:$} {source:from}.",
        again=RepeatWords(("company", "source"), ("percent", "price")),
        usual="{player:who} bought {percent}% {company} for {price:$}.",
    ),
    "sold_shares": EventWords("{player:who} sold {percent}% {company} for {amount:$}."),
    "exchanged_private": EventWords(
        "{player:who} exchanged {private:private} for {percent}% {company}.",
        fate=OwnerChangeWords("exchanged for {percent}% {company}", ends=True),
    ),
    "traded_private": EventWords(
        "{buyer:who} bought {private:private} from {seller:who} for {price:$}.",
        fate=OwnerChangeWords("{buyer:who} for {price:$}"),
    ),
    "certificates_moved": EventWords(
        "Certificates of {company:who} went from {source:the} to {recipient:the}: {count} of"
        " {percent}%.",
        after="{count} × {percent}% {company} from {source:the} to {recipient:the}",
    ),
    "floated": EventWords(
        "{company} floated with {amount:$}.",
        after="{company} floated with {amount:$}",
        report="remark",
    ),
    "received_capital": EventWords(
        "{company} received its capital of {amount:$}.", after="{company} received {amount:$}"
    ),
    "president": EventWords(
        "{player:who} is {president} of {company}.",
        after="{player:who} is {president} of {company}",
        report="remark",
    ),
    "price": EventWords(
        "{company} moved from {before:$} to {after:$}.",
        after="{company} {before:,} → {after:,}",
        unchanged=EventWords(
            "{company} moved to another space with the same price, {after:$}.",
            after="{company} to another space at {after:,}",
        ),
    ),
    "order_changed": EventWords(
        "The order of play is now: {players:list}.",
        after="order of play: {players:list}",
        report="remark",
    ),
    "priority": EventWords(
        "{player:who} has the {priority_card}.",
        after="{player:who} has the {priority_card}",
        report="untold",
    ),
    "round": EventWords("{round:Round} begins.", after="{round:round} begins"),
    "home_named": EventWords(
        "{company} will have a home in {home:hex}.", after="{company} at home in {home:hex}"
    ),
    "placed_home_token": EventWords(
        "{company} placed its home {token} in {stop:place}.",
        after="{company} home in {stop:place}",
    ),
    "laid_tile": EventWords(
        "{company} laid {tile:tile} on {hex:hex}.",
        step_bar=StepBarWords("track", "{tile:tile} on {hex:place}"),
    ),
    "laid_at_cost": EventWords(
        "{company} laid {tile:tile} on {hex:hex} for {cost:$}.",
        step_bar=StepBarWords("track", "{tile:tile} on {hex:place}", "-cost"),
    ),
    "token": EventWords(
        "{company} placed a {token} in {stop:place} for {cost:$}.",
        step_bar=StepBarWords("token", "{stop:place}", "-cost"),
        free=EventWords(
            "{company} placed a {token} in {stop:place}.",
            step_bar=StepBarWords("token", "{stop:place}"),
        ),
    ),
    "token_on_top": EventWords(
        "{company} placed a {token} on top of its own in {stop:place} for {cost:$}.",
        step_bar=StepBarWords("token", "{stop:place}", "-cost"),
    ),
    "moved_own_token": EventWords(
        "{company} moved its {token} from {stop:place} to {destination:place}.",
        step_bar=StepBarWords("token", "{destination:place}"),
    ),
    "token_replaced": EventWords(
        "The {token} of {owner:who} in {stop:place} was replaced.",
        after="the {token} of {owner:who} left",
    ),
    "ran": EventWords(
        "{company} ran for {revenue:$}.",
        report="untold",
        step_bar=StepBarWords("run", sum="revenue"),
    ),
    "ran_less": EventWords(
        "{company} ran for {revenue:$}; {better_revenue:$} was possible.",
        step_bar=StepBarWords("run", "of {better_revenue:,}", "revenue"),
    ),
    "ran_less_found": EventWords(
        "{company} ran for {revenue:$}; {better_revenue:$} or more was possible.",
        step_bar=StepBarWords("run", "of {better_revenue:,} or more", "revenue"),
    ),
    "did_not_run": EventWords(
        "{company} did not run.",
        after="",
        report="untold",
        step_bar=StepBarWords("dividend", "no revenue"),
        ran=EventWords(
            "{company} earned nothing.",
            after="",
            report="untold",
            step_bar=StepBarWords("dividend", "no revenue"),
        ),
    ),
    "paid": EventWords(
        "{company} paid {per_share:$} a share.",
        report="untold",
        step_bar=StepBarWords("dividend", "{per_share:$} a share"),
    ),
    "paid_part": EventWords(
        "{company} paid {per_share:$} a share and kept {withheld:$}.",
        step_bar=StepBarWords("dividend", "{per_share:$} a share", "+withheld"),
    ),
    "withheld": EventWords(
        "{company} withheld {revenue:$}.",
        report="untold",
        step_bar=StepBarWords("dividend", "withheld", "+revenue"),
    ),
    "bought_train": EventWords(
        "{company} bought a {type} for {price:$} {source:from}.",
        step_bar=StepBarWords("trains", "a {type}", "-price"),
    ),
    "president_paid": EventWords(
        "{player:who} contributed {amount:$} to {company}.",
        after="{player:who} contributed {amount:$}",
    ),
    "sold_token": EventWords("{company} sold its {token} in {stop:place} for {amount:$}."),
    "gave_up_private": EventWords("{player:who} gave up {private:private} for {amount:$}."),
    "paid_debt": EventWords("{debtor:who} paid {amount:$} for {debt:debt}."),
    "traded_in_train": EventWords("{company} traded in a {type}.", after="a {type} traded in"),
    "discarded_train": EventWords("{company} discarded a {type}."),
    "rusted": EventWords(
        "The {type}-trains rusted: companies and the {pool} lost {count}.",
        after="the {type}-trains rusted",
        report="remark",
        milestone="The {type}-trains rust.",
    ),
    "rusted_in_part": EventWords(
        "Of the {type}-trains in use, {rusted_count} rusted; {count} may run once more.",
        after="of the {type}-trains {rusted_count} rusted, {count} may run once more",
        report="remark",
        milestone="Of the {type}-trains, {rusted_count} rust; {count} may run once more.",
    ),
    "rusts_later": EventWords(
        "The {type}-trains run once more: there are {count}.",
        after="the {type}-trains run once more: {count}",
        report="remark",
    ),
    "last_run": EventWords("{company:who} has run its {type} for the last time."),
    "phase": EventWords(
        "Phase {phase:phase} begins.", after="phase {phase:phase}", report="remark"
    ),
    "power_used": EventWords(
        "{company:who} used {private:private}.", fate=OwnerChangeWords("used by {company:who}")
    ),
    "placed_private_tile": EventWords(
        "Tile {tile:tile} was laid on {hex:hex} with {private:private}."
    ),
    "private_closed": EventWords(
        "The private {private:private} closed.",
        after="",
        report="remark",
        together=GroupWords("privates closed: {all}", "{private:private}"),
        fate=OwnerChangeWords("closed", ends=True),
    ),
    "privates_obsolete": EventWords(
        "These privates are obsolete: {privates:privates}.",
        after="privates are obsolete",
        report="remark",
        milestone="",
        fate=OwnerChangeWords("obsolete"),
    ),
    "company_bought_private": EventWords(
        "{company} bought {private:private} from {player:who} for {price:$}.",
        step_bar=StepBarWords("privates", "{private:private}", "-price"),
        fate=OwnerChangeWords("{company} for {price:$}"),
    ),
    "bankrupt": EventWords("{player:who} is bankrupt.", report="remark", milestone=""),
    "company_bankrupt": EventWords(
        "{company} is bankrupt and leaves the game.", after="", report="remark", milestone=""
    ),
    "left_game": EventWords("{player:who} left the game.", report="remark"),
    "agreed_winner": EventWords(
        "All agree that {player:who} has won.", report="remark", milestone=""
    ),
    "stop_agreed": EventWords(
        "The table has agreed on an end.", report="remark", milestone="", reason="moment"
    ),
    "stop_dropped": EventWords("The table agrees to play on to the end.", report="remark"),
    "bank_broke": EventWords(
        "The bank broke. Payments go on, and what the bank owes is recorded.",
        after="the bank broke",
        report="remark",
        milestone="The bank breaks.",
    ),
    "game_ended": EventWords("The game is over.", after="", report="remark", reason="end_reason"),
}

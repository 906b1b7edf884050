"""The check that everything in a title has words."""

from companion.board.lay_and_route_faults import SENTENCES
from companion.rules.core.vocabulary import MissingWordsError
from companion.rules.judge.rules import Rules


def check_words(rules: Rules) -> None:
    """Check that every name that the rules of a title use has words.

    Raises MissingWordsError.
    """
    words, data = rules.vocabulary, rules.data
    words.need("steps", {step.name for step in rules.steps})
    words.need("actions", {action.wire_name for step in rules.steps for action in step.accepts})
    words.need("divisions", {way.name for way in rules.dividends.ways})
    words.need("memos", words.debts)
    words.need("chances", rules.last_chance.names())
    cited = {".".join(code.split(".")[:2]) for code in data.citations if "." in code}
    faults = {f"{kind}.{code}" for kind in ("lay", "run") for code in SENTENCES}  # the board's
    words.need("refusals", cited - faults)
    paid = {kind.partition(".")[0] for kind in data.receipts.keys() - words.actions.keys()}
    words.need("memos", paid)
    for rule in data.house_rules:
        if not words.refusals[rule.overrules].may_rule:
            raise MissingWordsError(f"a house rule overrules {rule.overrules}, which is hard")

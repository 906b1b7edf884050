"""A debt that money has to be raised for, as a sum: each payer's part, and the missing amount."""

from dataclasses import dataclass, fields

from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.money.debts import DebtHelp
from companion.rules.operating.emergency_money import help_needed


@dataclass(frozen=True, slots=True)
class Worked:
    """A debt and its words: the sentence ``says``, and the ``item`` to pay for."""

    help: DebtHelp
    says: str
    item: str


def describe_debt(rules: Rules, state: State) -> Worked | None:
    """Return the debt that the game waits for; None without one."""
    found = help_needed(rules, state)
    if found is None:
        return None
    debt = found.debt
    words = rules.vocabulary.debts[debt.kind]
    facts = {field.name: getattr(debt, field.name) for field in fields(debt)}
    says, item = (rules.words.fill(text, facts) for text in (words.says, words.item))
    return Worked(found, says, item)

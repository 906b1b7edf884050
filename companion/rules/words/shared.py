"""The vocabulary that all titles share."""

from companion.rules.core.vocabulary import Vocabulary
from companion.rules.words import advances, corrections
from companion.rules.words.actions import ACTIONS, DEBTS, DIVISIONS, MEMOS, OFFERS, RECKONINGS
from companion.rules.words.events import EVENTS
from companion.rules.words.refusals import REFUSALS
from companion.rules.words.steps import CHANCES, STEPS

SHARED = Vocabulary(
    REFUSALS | corrections.REFUSALS | advances.REFUSALS,
    EVENTS | corrections.EVENTS | advances.EVENTS,
    ACTIONS | corrections.ACTIONS | advances.ACTIONS,
    OFFERS,
    STEPS | corrections.STEPS | advances.STEPS,
    MEMOS | corrections.MEMOS | advances.MEMOS,
    DIVISIONS,
    DEBTS,
    CHANCES,
    RECKONINGS | corrections.RECKONINGS | advances.RECKONINGS,
)

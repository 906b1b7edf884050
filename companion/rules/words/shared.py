"""The vocabulary that all titles share."""

from companion.rules.core.vocabulary import Vocabulary
from companion.rules.words import advances, corrections, opening, told
from companion.rules.words.actions import ACTIONS, DEBTS, DIVISIONS, MEMOS, OFFERS
from companion.rules.words.events import EVENTS
from companion.rules.words.refusals import REFUSALS
from companion.rules.words.steps import CHANCES, STEPS

SHARED = Vocabulary(
    REFUSALS | corrections.REFUSALS | advances.REFUSALS | told.REFUSALS | opening.REFUSALS,
    EVENTS | corrections.EVENTS | advances.EVENTS | told.EVENTS | opening.EVENTS,
    ACTIONS | corrections.ACTIONS | advances.ACTIONS | told.ACTIONS | opening.ACTIONS,
    OFFERS | told.OFFERS,
    STEPS | corrections.STEPS | advances.STEPS | told.STEPS | opening.STEPS,
    divisions=DIVISIONS,
    debts=DEBTS,
    chances=CHANCES | told.CHANCES,
    facts=opening.FACTS,
).with_own(
    Vocabulary.of_memos(MEMOS | corrections.MEMOS | advances.MEMOS | told.MEMOS | opening.MEMOS)
)

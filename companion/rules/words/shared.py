"""The vocabulary that all titles share."""

from companion.rules.core.vocabulary import Vocabulary
from companion.rules.words import advances, corrections, opening, without_map
from companion.rules.words.actions import ACTIONS, DEBTS, DIVISIONS, MEMOS, OFFERS
from companion.rules.words.events import EVENTS
from companion.rules.words.refusals import REFUSALS
from companion.rules.words.steps import CHANCES, STEPS

SHARED = Vocabulary(
    REFUSALS | corrections.REFUSALS | advances.REFUSALS | without_map.REFUSALS | opening.REFUSALS,
    EVENTS | corrections.EVENTS | advances.EVENTS | without_map.EVENTS | opening.EVENTS,
    ACTIONS | corrections.ACTIONS | advances.ACTIONS | without_map.ACTIONS | opening.ACTIONS,
    OFFERS | without_map.OFFERS,
    STEPS | corrections.STEPS | advances.STEPS | without_map.STEPS | opening.STEPS,
    divisions=DIVISIONS,
    debts=DEBTS,
    chances=CHANCES | without_map.CHANCES,
    facts=opening.FACTS,
).with_own(
    Vocabulary.of_memos(
        MEMOS | corrections.MEMOS | advances.MEMOS | without_map.MEMOS | opening.MEMOS
    )
)

"""The words that every title shares, all together."""

from companion.rules.words.actions import ACTIONS, DEBTS, DIVISIONS, MEMOS, OFFERS
from companion.rules.words.events import EVENTS
from companion.rules.words.refusals import REFUSALS
from companion.rules.words.steps import CHANCES, STEPS
from companion.rules.words.vocabulary import Vocabulary

SHARED = Vocabulary(REFUSALS, EVENTS, ACTIONS, OFFERS, STEPS, MEMOS, DIVISIONS, DEBTS, CHANCES)

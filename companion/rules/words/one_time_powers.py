"""The words for privates that help once and then close, for titles that have them."""

from companion.rules.core.vocabulary import Vocabulary, soft

ONE_TIME_POWERS = Vocabulary(
    refusals={
        "power.no_river": soft("The tile crosses no river: {private:private} has nothing to pay."),
    },
)

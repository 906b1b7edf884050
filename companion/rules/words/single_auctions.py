"""The words for auctions of privates one after the other, for titles that have them."""

from companion.rules.core.vocabulary import EventWords, OwnerChangeWords, Vocabulary

EVENTS = {
    "private_unsold": EventWords(
        "Nobody took {private:private}: it leaves the game.",
        after="",
        report="remark",
        fate=OwnerChangeWords("not sold", ends=True),
    ),
    "cannot_bid": EventWords(
        "{player:who} has less than the minimum bid of {minimum:$} for {private:private}."
    ),
}

SINGLE_AUCTIONS = Vocabulary(events=EVENTS)

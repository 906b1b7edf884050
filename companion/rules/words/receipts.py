"""The words of receipts: the reasons of amounts, and the things that changed hands."""

from companion.languages import lazy_gettext

# Texts by name of the term. ``each`` is its amount, ``count`` its multiplier, and ``of`` holds its
# other facts. Deductions are given without their sign.
TERMS = {
    "market": lazy_gettext("{count} at the price of {each:$}"),
    "par": lazy_gettext("{count} at the par of {each:$}"),
    "share": lazy_gettext("{count} at {each:$}"),
    "part": lazy_gettext("{of[0]}% of the company"),
    "face": lazy_gettext("face value {each:$}"),
    "fallen": lazy_gettext("less {each:$} by which it has fallen"),
    "bid": lazy_gettext("the bid of {each:$}"),
    "revenue": lazy_gettext("printed revenue {each:$}"),
    "list": lazy_gettext("face value of a {of[0]}, {each:$}"),
    "traded_in": lazy_gettext("less {each:$} for the {of[0]} traded in"),
    "discount": lazy_gettext("less {each:$}"),
    "more": lazy_gettext("and {each:$}"),
    "agreed": lazy_gettext("as agreed, {each:$}"),
    "due": lazy_gettext("due {each:$}"),
    "treasury": lazy_gettext("less {each:$} that {of[0]:who} had"),
    "all": lazy_gettext("all that {of[0]:who} had"),
    "ground": lazy_gettext("printed on the hex {each:$}"),
    "hex_fee": lazy_gettext("fee of the hex {each:$}"),
    "river": lazy_gettext("river {each:$}"),
    "lay_fee": lazy_gettext("fee for this lay {each:$}"),
    "homes": lazy_gettext("{count} × ({of[0]} for {of[1]:hex} + {of[2]} for {of[3]:hex})"),
    "place": lazy_gettext("{each:$} for {of[0]:place}"),
    "price": lazy_gettext("{each:$} for a share of {of[0]}"),
    "less_price": lazy_gettext("less the price of {of[0]}, {each:$}"),
    "back": lazy_gettext("{each:$} that was paid before"),
    "fixed": lazy_gettext("{each:$} by the rules"),
}

# Texts by kind of thing that changed hands, singular and plural.
HANDED = {
    ("share", False): lazy_gettext("{percent}% {thing}"),
    ("share", True): lazy_gettext("{count} × {percent}% {thing}"),
    ("president", False): lazy_gettext("the {president}'s certificate of {thing}, {percent}%"),
    ("private", False): lazy_gettext("{thing:private}"),
    ("train", False): lazy_gettext("a {thing}"),
    ("train", True): lazy_gettext("{count} × {thing}"),
    ("token", False): lazy_gettext("a {token} of {thing:who}"),
    ("token", True): lazy_gettext("{count} {tokens} of {thing:who}"),
    ("tile", False): lazy_gettext("tile {thing:tile}"),
}

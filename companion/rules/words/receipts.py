"""What receipts say: why an amount is what it is, and what changed hands."""

from companion.languages import later

# By the name of a term. ``each`` is its amount, ``count`` how many times it counts, ``of`` what it
# names besides; what is taken off is named without its sign.
TERMS = {
    "market": later("{count} at the price of {each:$}"),
    "par": later("{count} at the par of {each:$}"),
    "share": later("{count} at {each:$}"),
    "part": later("{of[0]}% of the company"),
    "face": later("printed price {each:$}"),
    "fallen": later("less {each:$} by which it has fallen"),
    "bid": later("the bid of {each:$}"),
    "revenue": later("printed revenue {each:$}"),
    "list": later("list price of a {of[0]}, {each:$}"),
    "traded_in": later("less {each:$} for the {of[0]} given for it"),
    "discount": later("less {each:$}"),
    "more": later("and {each:$}"),
    "agreed": later("as agreed, {each:$}"),
    "due": later("due {each:$}"),
    "treasury": later("less {each:$} that {of[0]:who} had"),
    "all": later("all that {of[0]:who} had"),
    "ground": later("printed on the hex {each:$}"),
    "hex_fee": later("fee of the hex {each:$}"),
    "river": later("river {each:$}"),
    "lay_fee": later("fee for this lay {each:$}"),
    "homes": later("{count} × ({of[0]} for {of[1]:hex} + {of[2]} for {of[3]:hex})"),
    "place": later("{each:$} for {of[0]:place}"),
    "price": later("{each:$} for a share of {of[0]}"),
    "less_price": later("less the price of {of[0]}, {each:$}"),
    "back": later("{each:$} that was paid before"),
    "fixed": later("{each:$} by the rules"),
}

# By the sort of what changed hands, and whether there were several.
HANDED = {
    ("share", False): later("{percent}% {thing}"),
    ("share", True): later("{count} × {percent}% {thing}"),
    ("president", False): later("the {president}'s certificate of {thing}, {percent}%"),
    ("private", False): later("{thing:who}"),
    ("train", False): later("a {thing}"),
    ("train", True): later("{count} × {thing}"),
    ("token", False): later("a {token} of {thing:who}"),
    ("token", True): later("{count} {tokens} of {thing:who}"),
    ("tile", False): later("tile {thing:tile}"),
}

"""The page of a game on which a form was, to lead back to it."""

from urllib.parse import urlsplit

from flask import request, url_for


def page_shown(game: int) -> str:
    """Return the address of the game's page on which the form was, else of its turn."""
    turn = url_for("turn_screen.turn", game=game)
    try:
        here = urlsplit(request.headers.get("HX-Current-URL", "") or request.referrer or "")
    except ValueError:
        return turn
    if here.path != turn and not here.path.startswith(f"{turn}/"):
        return turn
    return f"{here.path}?{here.query}" if here.query else here.path

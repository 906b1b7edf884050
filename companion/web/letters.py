"""Letters: the path of an address and a form hold no NUL. Nobody types one, and PostgreSQL has no
text with one in it. Texts in JSON are looked at where they are read; those behind the "?" of an
address only choose what is shown.
"""

from flask import Flask, abort, request

NUL = "\0"


def install(app: Flask) -> None:
    """Refuse what has one in it."""

    @app.before_request
    def refuse_nul() -> None:
        sent = request.form.items(multi=True)
        if NUL in request.path or any(NUL in text for pair in sent for text in pair):
            abort(400)

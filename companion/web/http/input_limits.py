"""Limits on the size of requests, and on the text of forms and addresses.

NUL is refused, because nobody types it and PostgreSQL cannot store it. Texts in JSON are checked
where they are read. The query string only selects a view, so it is not checked. Long forms are
refused before they are parsed: millions of fields would block everybody before the sender is known.
"""

from itertools import chain

from flask import abort, request

NUL = "\0"
MOST_BYTES = 8 * 1024 * 1024  # the largest request, such as an import
MOST = 256 * 1024  # bytes of a form, without its file
FORM = "application/x-www-form-urlencoded"


def refuse_unreadable() -> None:
    """Refuse forms and paths with NUL, and forms that are too long."""
    if request.mimetype == FORM and (request.content_length or 0) > MOST:
        abort(400)
    sent = chain.from_iterable(request.form.items(multi=True))
    if NUL in request.path or NUL in "".join(sent):
        abort(400)

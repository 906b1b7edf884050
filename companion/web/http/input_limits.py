"""Letters: what a form and the path of an address may be written with.

They hold no NUL. Nobody types one, and PostgreSQL has no text with one in it; texts in JSON are
looked at where they are read, and those behind the "?" of an address only choose what is shown. And
no form is longer than any of ours: to tell millions of fields apart would hold everybody up, before
it is known who sent them.
"""

from flask import abort, request

NUL = "\0"
MOST = 256 * 1024  # bytes of a form, beside its file
FORM = "application/x-www-form-urlencoded"


def refuse_unreadable() -> None:
    """Refuse what is written otherwise."""
    if request.mimetype == FORM and (request.content_length or 0) > MOST:
        abort(400)
    sent = request.form.items(multi=True)
    if NUL in request.path or any(NUL in text for pair in sent for text in pair):
        abort(400)

"""Answers to proposals: the other players agree or decline."""

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.languages import gettext
from companion.rules.core.refusals import RefusedError
from companion.rules.judge.consenting_parties import BANKER
from companion.store.history.records import StaleVersionError
from companion.store.people.proposals import NO_MORE, NoProposalError, Proposal
from companion.store.people.roles import Role
from companion.web.access.idempotency import make_idempotent
from companion.web.access.identity import current_device
from companion.web.play import posted_form
from companion.web.render.screens import current_store, game_store

blueprint = Blueprint("proposal_answers", __name__)


@blueprint.post("/game/<int:game>/proposals/<int:id>")
@make_idempotent
def answer(game: int, id: int) -> AnyResponse:
    """Agree to a proposal, decline it, or withdraw it."""
    view, proposals = current_store().open(game), game_store().proposals
    who = current_device(game)
    found = next((p for p in proposals.list_of(game, view.version) if p.id == id), None)
    if found is None or not (who.role == BANKER or set(who.seats) & {found.by, *found.asked}):
        return posted_form.shown(view, 409, notice=gettext(NO_MORE))
    said_what = request.form.get("answer", "")
    own = [seat for seat in found.waits_for if seat in who.seats or who.role == BANKER]
    try:
        if said_what == "drop" and (found.by in who.seats or who.role == BANKER):
            proposals.drop(game, id)
        elif said_what == "decline" and own:
            proposals.decline(game, id, own[0])
        elif said_what == "agree" and own:
            agreed = proposals.agree(game, id, own)
            if not agreed.waits_for:
                sent = posted_form.form_of_proposal(found)
                posted_form.play(view, sent, found.by, proposals.closing(id))
        elif not _is_answered(found, who, said_what):
            notice = gettext("That is not yours to answer.")
            return posted_form.shown(view, 403, notice=notice)
    except NoProposalError as fault:
        return posted_form.shown(view, 409, notice=str(fault))
    except RefusedError as refused:
        proposals.drop(game, id)
        return posted_form.shown(current_store().open(game), 422, refusals=refused.refusals)
    except StaleVersionError:
        return posted_form.show_newer_version(game)
    return redirect(url_for("turn_screen.turn", game=game), 303)


def _is_answered(proposal: Proposal, who: Role, answer: str) -> bool:
    """Has the device given that answer already? Then its form was sent again.

    The form's key alone cannot tell this, because the next proposal may get the same number.
    """
    given = {"agree": proposal.agreed, "decline": (proposal.declined,)}.get(answer, ())
    return proposal.by not in who.seats and bool(set(who.seats) & set(given))

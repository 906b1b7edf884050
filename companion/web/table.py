"""The table: what happens now, who acts, what may be done; doing it, undo and redo."""

from collections.abc import Iterable
from urllib.parse import SplitResult, urlsplit

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.datastructures import CombinedMultiDict
from werkzeug.wrappers import Response as AnyResponse

from companion.languages import later, said, translated
from companion.rules.asked import asking
from companion.rules.entering import BadAction
from companion.rules.refusals import Refusal, Refused
from companion.store.faults import StoreFault
from companion.store.proposals import NoProposal
from companion.store.records import GameView, NothingThere, StaleVersion
from companion.web import acting, consent, faults, operating, own, turns
from companion.web import together as sold_together
from companion.web.ahead import Ahead, ahead
from companion.web.alike import drawn_once
from companion.web.choices import choice, deed
from companion.web.once import noted, once
from companion.web.places import asker, entered_by
from companion.web.presence import DEVICE
from companion.web.rights import rights
from companion.web.screens import game_screen, hub, is_part, last_event, on_map, shelf
from companion.web.stations.runs import LesserRun
from companion.web.tables import table_of
from companion.web.telling import sentences

blueprint = Blueprint("table", __name__)

DOERS = ("player", "who", "company", "buyer", "seller")  # fields that may name who does it
UNSAID = {
    "undo": later("The form does not say how much to undo: load the page again."),
    "redo": later("The form does not say how much to redo: load the page again."),
}
BACK = frozenset(("table.now", "looking.log"))


@blueprint.get("/game/<int:game>")
@drawn_once
def now(game: int) -> Response:
    """What happens now."""
    return screen(shelf().open(game))


def screen(
    view: GameView,
    status: int = 200,
    refusals: Iterable[Refusal] = (),
    notice: str = "",
    entered: bool = True,
) -> Response:
    """The screen of the step the game waits for; with what was ``entered``, or as it opens."""
    args = request.values if entered else CombinedMultiDict()
    found = rights(view)
    out_of_turn = None if found.turn else own.offered(view, found)
    if out_of_turn is not None and not own.wanted(out_of_turn, args):
        context = own.context(view, found, out_of_turn)
        table = context.pop("table")
        return game_screen(view, own.TEMPLATE, "own", status, refusals, notice, table, **context)
    with asking(view.state):
        passed = ahead(view, args.get("step", "")) if out_of_turn is None else Ahead(view)
        view = passed.view
        with asking(view.state):
            table = table_of(view)
            # the operating turn asks its steps itself: the best run is searched for beside
            if not table.finished and on_map(table):
                template, section = operating.TEMPLATE, "map"
                context = operating.context(passed, table, args, found)
            else:
                offers = view.rules.offers(view.state) if out_of_turn is None else out_of_turn
                template, section, context = turns.turn(view, table, offers, args)
    return game_screen(view, template, section, status, refusals, notice, table, **context)


def fresh(view: GameView) -> AnyResponse:
    """After something was done: the new screen for htmx, a redirect for a plain form; after what
    was entered to mend the past, what becomes of it.
    """
    if view.tried and view.tried.row is not None and view.tried.deeds:
        return redirect(url_for("drafts.preview", game=view.id), 303)
    if not is_part():
        return redirect(url_for("table.now", game=view.id), 303)
    return placed(view, screen(view, entered=False))


def shown(
    view: GameView, status: int, refusals: Iterable[Refusal] = (), notice: str = ""
) -> Response:
    """The screen again, with the reason why nothing was done."""
    return placed(view, screen(view, status, refusals, notice))


def placed(view: GameView, response: Response) -> Response:
    """Tell htmx the address of the table's screen: the present entry of the history, or a new one;
    none where it is there already, which spares the browser writing all about it anew.
    """
    there = url_for("table.now", game=view.id)
    here = _here()
    name = "HX-Replace-Url" if here.path == there else "HX-Push-Url"
    response.headers[name] = "false" if (here.path, here.query) == (there, "") else there
    return response


def _here() -> SplitResult:
    """The address of the page that htmx asks from; empty where it names none."""
    try:
        return urlsplit(request.headers.get("HX-Current-URL", ""))
    except ValueError:
        return urlsplit("")


@blueprint.get("/game/<int:game>/apart/<kind>")
@drawn_once
def apart(game: int, kind: str) -> Response:
    """What may be done at any time by all together: what is chosen is done by one more tap, below
    all that would follow from it.
    """
    view = shelf().open(game)
    rules, words = view.rules, view.rules.vocabulary.offer(kind)
    if all(step.apart != kind for step in rules.steps):
        abort(404)
    others = rules.accepting(view.state)[1:]
    offers = [o for step in others for o in step.offers(view.state) if o.kind == kind]
    rows = [choice(rules, view.state, offer, offer.action.actor()) for offer in offers]
    picked = next((row for row in rows if row.key == request.args.get("pick")), None)
    now = deed(rules, view.state, picked, {}) if picked and picked.allowed else None
    follows = rules.apply(view.state, now.action).events if now else ()
    return game_screen(
        view,
        "apart.html",
        "apart",
        follows=[rules.tell(event) for event in follows],
        kind=kind,
        head=rules.words.fill(words.head, {}),
        says=rules.words.fill(words.says, {}),
        rows=rows,
        picked=picked,
        deed=now,
    )


@blueprint.get("/game/<int:game>/together")
@drawn_once
def together(game: int) -> Response:
    """One sale of shares of several companies, where the game waits for what may be one."""
    view = shelf().open(game)
    found = sold_together.context(view.rules, view.state, request.args.getlist("sale"))
    return game_screen(view, "together.html", "together", **found)


@blueprint.post("/game/<int:game>/act")
@once
def act(game: int) -> AnyResponse:
    """Do one action."""
    try:
        sent = acting.posted()
        view = acting.do(game, sent)
    except BadAction as fault:
        return shown(shelf().open(game), 400, notice=str(fault))
    except acting.NotYours as fault:
        return shown(shelf().open(game), 403, notice=str(fault))
    except acting.NeedsConsent as needs:
        return _proposed(game, needs.sent)
    except LesserRun as lesser:
        return shown(shelf().open(game), 422, refusals=() if request.form else [lesser.refusal])
    except Refused as refused:
        return shown(shelf().open(game), 422, refusals=refused.refusals)
    except StaleVersion:
        return moved_on(game)
    except StoreFault as fault:
        return not_stored(game, fault)
    return fresh(view)


def _proposed(game: int, sent: acting.Posted) -> AnyResponse:
    """It needs others: they are asked."""
    view = shelf().open(game)
    try:
        consent.propose(view, sent)
    except NoProposal as fault:
        return shown(view, 422, notice=str(fault))
    except StaleVersion:
        return moved_on(game)
    return fresh(view)


def moved_on(game: int) -> Response:
    """Somebody was quicker: the fresh screen, and what happened meanwhile."""
    view = shelf().open(game)
    last = last_event(view)
    if last:
        what = sentences(view.rules, last)[0].striptags()
        notice = said("The game has moved on: {what}", what=what)
    else:
        notice = translated("The game has moved on: everything was taken back.")
    return placed(view, screen(view, 409, (), notice, entered=_still_theirs(view)))


def _still_theirs(view: GameView) -> bool:
    """Does the game still wait for who sent the form? Then what was entered is put back."""
    table = table_of(view)
    named = filter(None, map(request.form.get, DOERS))
    return any(who in (table.acting, table.operating) for who in named)


def not_stored(game: int, fault: StoreFault) -> Response:
    """The disk stood in the way: the screen as it was, with what was entered, and why.

    Raises StoreFault where the game cannot even be read.
    """
    view = shelf().open(game)
    faults.tell_terminal(fault)
    return shown(view, 503, notice=str(fault))


@blueprint.post("/game/<int:game>/undo")
@once
def undo(game: int) -> AnyResponse:
    """Take back the last action, or ``depth`` of them."""
    return _move(game, "undo")


@blueprint.post("/game/<int:game>/redo")
@once
def redo(game: int) -> AnyResponse:
    """Let what was undone stand again."""
    return _move(game, "redo")


def _move(game: int, way: str) -> AnyResponse:
    version, depth = request.form.get("version", ""), request.form.get("depth", "1")
    if not all(text.isdecimal() and len(text) < 10 for text in (version, depth)):
        notice = translated(UNSAID[way])
        return shown(shelf().open(game), 400, notice=notice)
    back = request.form.get("back", "")
    back = back if back in BACK else "table.now"
    found = rights(shelf().open(game))
    if found.view.version != int(version):
        return moved_on(game)
    if not found.move(way, int(depth)):
        notice = translated("A player takes back his own last deed, until somebody else has acted.")
        return shown(found.view, 403, notice=notice)
    by = entered_by(found.who, found.who.seats)
    note = noted(lambda game: url_for(back, game=game))
    try:
        view = getattr(shelf(), way)(game, int(version), int(depth), by=by, noted=note)
    except StaleVersion:
        return moved_on(game)
    except NothingThere as fault:
        return shown(shelf().open(game), 422, notice=str(fault))
    except StoreFault as fault:
        return not_stored(game, fault)
    if request.form.get("back") in BACK:
        return redirect(url_for(back, game=game), 303)
    return fresh(view)


@blueprint.get("/game/<int:game>/stream")
def stream(game: int) -> Response:
    """The beginning of the game's event stream, for who may listen; the server goes on with it
    (:mod:`companion.web.streams`).
    """
    hub().tell(game, shelf().version(game))
    response = Response(f"data: {hub().moment(game)}\n\n", mimetype="text/event-stream")
    response.headers[DEVICE] = str(asker(game).device)
    response.headers["X-Accel-Buffering"] = "no"  # a proxy hands on each line as it comes
    return response


@blueprint.get("/game/<int:game>/pulse")
def pulse(game: int) -> Response:
    """Has the game moved on since version ``v``? 204, or 200 with an event for the page."""
    response = Response(status=204)
    if request.args.get("v") != str(shelf().version(game)):
        response.status_code = 200
        response.headers["HX-Trigger"] = "moved"
        response.headers["HX-Reswap"] = "none"
    return response

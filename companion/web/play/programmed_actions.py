"""Programs on screens: a device sets and cancels them for its seats, and sees no others."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, request

from companion.languages import format_text, gettext, lazy_gettext
from companion.rules.core.action_parser import whole
from companion.rules.core.actions import Pass
from companion.rules.judge.consenting_parties import ActionRight
from companion.rules.stock.programmed_actions import (
    BUY_AGAIN,
    UNTIL_OUTBID,
    UNTIL_ROUND_ENDS,
    UNTIL_SALE,
    Program,
    passing_kinds,
)
from companion.store.history.records import GameView, require_version
from companion.web.access.idempotency import make_idempotent, record_answer
from companion.web.access.identity import entered_by, looked_up_version
from companion.web.access.participants import extras_of
from companion.web.access.rights import rights
from companion.web.play import posted_form
from companion.web.play.choices import find_ending
from companion.web.play.repeated_purchases import find_last_purchase, find_next_purchase
from companion.web.render.addresses import address_of_turn
from companion.web.render.phrases import deed_in_full
from companion.web.render.screens import current_store, game_store

blueprint = Blueprint("programmed_actions", __name__)

OFFERS = {
    UNTIL_SALE: lazy_gettext(
        "Pass until a share is sold, a company starts, or a purchase endangers {name} as "
        "{president}"
    ),
    UNTIL_OUTBID: lazy_gettext("Pass until {name} is outbid"),
    UNTIL_ROUND_ENDS: lazy_gettext("Pass until the round ends, whatever happens"),
}
SET = {
    UNTIL_SALE: lazy_gettext(
        "{name} passes until a share is sold, a company starts, or a purchase endangers "
        "them as {president}."
    ),
    UNTIL_OUTBID: lazy_gettext("{name} passes until they are outbid."),
    UNTIL_ROUND_ENDS: lazy_gettext("{name} passes until the round ends, whatever happens."),
    BUY_AGAIN: lazy_gettext("{name}: {purchase} again for {price}, at most {count} more."),
}
NOT_YOURS = lazy_gettext("This device cannot program for that player.")
NOT_NOW = lazy_gettext("That cannot be programmed now.")
REPEAT = lazy_gettext("{purchase} again for {price}, at most:")


@dataclass(frozen=True, slots=True)
class ProgramOffer:
    """A kind of program that a seat may set now, and what its button says."""

    seat: str
    kind: str
    words: str


@dataclass(frozen=True, slots=True)
class ShownProgram:
    """The program of a seat, as the devices of the seat and the bankers see it."""

    seat: str
    words: str


@dataclass(frozen=True, slots=True)
class RepeatOffer:
    """The last purchase of a seat, and how often it may be done again at most, as choices."""

    seat: str
    words: str
    counts: range


def find_program_offers(view: GameView, seat: str | None) -> list[ProgramOffer]:
    """Find what the device may program for the seat, which has no program yet."""
    if seat is None or not _may_add_program(view, seat):
        return []
    facts = _facts(view, seat)
    kinds = passing_kinds(view.rules, view.state, seat)
    return [ProgramOffer(seat, kind, format_text(OFFERS[kind], **facts)) for kind in kinds]


def find_repeat_offer(view: GameView, seat: str) -> RepeatOffer | None:
    """Find the purchase that the device may program the seat to repeat."""
    if not _may_add_program(view, seat):
        return None
    found = find_last_purchase(view, seat)
    if found is None or not found.counts:
        return None
    facts = {"purchase": deed_in_full(view.rules, view.state, found.purchase)}
    facts["price"] = view.rules.data.money(found.price)
    return RepeatOffer(seat, format_text(REPEAT, **facts), found.counts)


def describe_programs(view: GameView) -> list[ShownProgram]:
    """Return the programs of the game that the requesting device may see and cancel."""
    found = (
        kept.program for kept in extras_of(view).programs if _may_program(view, kept.program.seat)
    )
    return [ShownProgram(program.seat, _describe(view, program)) for program in found]


def _describe(view: GameView, program: Program) -> str:
    facts = _facts(view, program.seat)
    if program.purchase is not None:
        facts["purchase"] = deed_in_full(view.rules, view.state, program.purchase)
        facts["price"] = view.rules.data.money(program.price)
        facts["count"] = str(program.left)
    return format_text(SET[program.kind], **facts)


def _facts(view: GameView, seat: str) -> dict[str, str]:
    word = view.rules.words.name
    return {"name": word(seat), "president": word("president")}


def _may_program(view: GameView, seat: str) -> bool:
    """May the device program the seat? In a draft and at a past moment nobody may."""
    if view.tried is not None or view.then is not None or seat not in view.rules.seats:
        return False
    return rights(view).may(Pass(seat)) is ActionRight.ENTER


def _may_add_program(view: GameView, seat: str) -> bool:
    """May the device program the seat, which has no program yet?"""
    return _may_program(view, seat) and not any(
        kept.program.seat == seat for kept in extras_of(view).programs
    )


@blueprint.post("/game/<int:game>/program")
@make_idempotent
@posted_form.answer_with_screen
def set_program(game: int) -> GameView:
    """Program a seat. A seat on turn that programs its passes makes the first at once."""
    version = posted_form.read_version(request.form)
    view = current_store().open(game, looked_up_version(game))
    require_version(view.version, version)
    return _set(view, *_read(view, request.form))


def _read(view: GameView, form: Mapping[str, str]) -> tuple[Program, int]:
    """Read the form of a program; return it, and the row of the log that it repeats or 0.

    Raises NotNowError.
    """
    seat, kind = form.get("seat", ""), form.get("kind", "")
    if not _may_program(view, seat):
        raise posted_form.NotNowError(gettext(NOT_YOURS))
    round, count = view.state.round.id, whole(form.get("count", "")) or 0
    if kind in passing_kinds(view.rules, view.state, seat):
        return Program(seat, kind, round), 0
    found = find_last_purchase(view, seat) if kind == BUY_AGAIN else None
    if found is None or count not in found.counts:
        raise posted_form.NotNowError(gettext(NOT_NOW))
    return found.program(view, count), found.row


def _set(view: GameView, program: Program, last_row: int) -> GameView:
    """Set the program, and return the view afterwards. Raises as the store does."""
    note = record_answer(address_of_turn)
    if program.purchase is not None or view.rules.actor(view.state) != program.seat:
        game_store().programs.set(view.id, view.version, program, note, last_row)
        return view
    by = entered_by(rights(view).who, (program.seat,))
    passing = Pass(program.seat)
    return game_store().play(view.id, view.version, passing, by=by, noted=note, program=program)


@blueprint.post("/game/<int:game>/program/purchase")
@make_idempotent
@posted_form.answer_with_screen
def buy_and_program(game: int) -> GameView:
    """Buy a share, and program its seat to buy it again."""
    view = current_store().open(game, looked_up_version(game))
    sent = posted_form.read_form()
    require_version(view.version, sent.version)
    return _buy(view, sent, whole(request.form.get("again", "")) or 0)


def _buy(view: GameView, sent: posted_form.Posted, count: int) -> GameView:
    """Buy, end the turn as the form says, and program the rest. Raises as the store does."""
    action, found = sent.action, find_next_purchase(view, sent.action)
    if rights(view).may(action) is not ActionRight.ENTER:
        raise posted_form.NotNowError(gettext(NOT_YOURS))
    if found is None or count not in found.counts:
        raise posted_form.NotNowError(gettext(NOT_NOW))
    ending = find_ending(view, action) if sent.then_pass else ()
    by = entered_by(rights(view).who, (found.purchase.player,))
    note = record_answer(address_of_turn)
    program = found.program(view, count)
    return game_store().play(
        view.id, view.version, action, *ending, by=by, noted=note, program=program
    )


@blueprint.post("/game/<int:game>/program/cancel")
@make_idempotent
@posted_form.answer_with_screen
def cancel_program(game: int) -> GameView:
    """Cancel the program of a seat."""
    view, seat = current_store().open(game), request.form.get("seat", "")
    if not _may_program(view, seat):
        raise posted_form.NotYoursError(gettext(NOT_YOURS))
    note = record_answer(address_of_turn)
    game_store().programs.cancel(game, seat, note)
    return view

"""The global functions and filters of all templates."""

from flask import Flask

from companion.drawing import slug
from companion.drawing.markets import zone_colour
from companion.languages import current_language, gettext_name, install_i18n, languages
from companion.rules.amend.physical_count import thing
from companion.rules.core.action_parser import field_words
from companion.rules.words.formatting import WORDS
from companion.rules.words.rounds import round_words
from companion.store.clock.standings_with_time import charged_standings
from companion.store.clock.time_texts import time_text
from companion.store.history.rulings import told_of
from companion.titles.remarks import find_changed_rules
from companion.web.access.accounts import accounts_exist
from companion.web.access.address_changes import claims, find_move_notice
from companion.web.access.identity import guard
from companion.web.access.joining import create_invitation
from companion.web.access.participants import absent_seats, away_seats, describe_absence
from companion.web.access.rights import rights_once
from companion.web.amend.drafts import against_present, set_aside, undo_from
from companion.web.amend.rulings import sent_action, way_out
from companion.web.library.paper_games import is_on_paper
from companion.web.play.consent import describe_proposals
from companion.web.play.game_clock import game_times
from companion.web.play.halts import halted_since
from companion.web.play.programmed_actions import (
    describe_programs,
    find_program_offers,
    find_repeat_offer,
)
from companion.web.play.round_warnings import WAYS, warnings_for
from companion.web.play.turn_alerts import describe_call
from companion.web.read.receipts import has_receipt
from companion.web.read.time_travel import address_after_row, moment
from companion.web.render.addresses import address_of
from companion.web.render.fragments import guard_place, is_narrow, part, time_place
from companion.web.render.missed_events import find_absence
from companion.web.render.paging_by_round import key_of
from companion.web.render.screens import action_fields, clock, day, section
from companion.web.render_cache import kept_part
from companion.web.request_state import request_state

GLOBALS = {
    "absence_of": find_absence,
    "accounts_exist": accounts_exist,
    "address_change": find_move_notice,
    "alert_words": describe_call,
    "away_seats": away_seats,
    "changed_rules": find_changed_rules,
    "charged_standings": charged_standings,
    "claims": claims,
    "current_language": current_language,
    "differences_from_present": against_present,
    "form_guard": guard_place,
    "guard": guard,
    "game_times": game_times,
    "halted_since": halted_since,
    "has_receipt": has_receipt,
    "invitation_to": create_invitation,
    "is_narrow": is_narrow,
    "is_on_paper": is_on_paper,
    "kept_part": kept_part,
    "languages": languages,
    "last_edited_row": undo_from,
    "make_id": lambda: request_state().make_id(),
    "past_moment": moment,
    "program_offers_of": find_program_offers,
    "programs": describe_programs,
    "proposals": describe_proposals,
    "repeat_offer_of": find_repeat_offer,
    "rights": rights_once,
    "ruling_of": lambda view, row: told_of(view.rules, row.ruling),
    "ruling_options": way_out,
    "screen_url": address_after_row,
    "sent_action": sent_action,
    "set_aside_rows": set_aside,
    "sleep_note": describe_absence,
    "sleeping_devices": absent_seats,
    "time_place": time_place,
    "url_for": address_of,
    "warning_ways": WAYS,
    "warnings_for": warnings_for,
}
FILTERS = {
    "action_fields": action_fields,
    "clock": clock,
    "day": day,
    "colour_word": lambda colour: gettext_name(WORDS[colour]),
    "field_words": field_words,
    "part": part,
    "round_key": key_of,
    "round_words": round_words,
    "section": section,
    "slug": slug,
    "thing": thing,
    "time_text": time_text,
    "value_of": getattr,
    "zone": zone_colour,
}


def add_names(app: Flask) -> None:
    """Add the names and the translations to the template environment."""
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    install_i18n(app.jinja_env)
    app.jinja_env.globals.update(GLOBALS)
    app.jinja_env.filters.update(FILTERS)

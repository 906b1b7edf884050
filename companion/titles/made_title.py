"""Titles that a table makes in the app: their tables, without a map, and their packs.

A made title begins with the usual tables, those of another title, or those of an earlier pack.
Names of places on a map are left out, and so are texts about the rules of the other title.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.rules.data.title_data import ACCOUNTS, TitleData
from companion.rules.standard.rules import StandardRules
from companion.titles import Title, titles
from companion.titles.packs import Pack
from companion.titles.toml_text import write_toml

Tables = dict[str, Any]

USUAL = Path(__file__).parent / "made_title.toml"
# Tables that are about money, shares and trains; all others name places, sections or options.
KEPT = (
    *("name", "currency", "bank", "must_own", "words", "players", "market", "markets", "kinds"),
    *("opening", "stock", "dividends", "operating", "own_shares", "private_use", "train_sale"),
    *("ends", "track", "phases", "trains", "companies", "privates"),
)
KEPT_OF_COMPANY = ("symbol", "name", "short", "colour", "kind", "token_costs", "shares")
KEPT_OF_PRIVATE = ("symbol", "name", "price", "revenue", "text", "powers")
KEPT_POWERS = (  # powers that need no place on a map
    *("share", "presidency", "company_revenue", "player_revenue", "never_for_companies"),
    *("closes_on_train_of", "closes_with_par", "closes_with_use", "exchange", "exchange_from"),
    *("stays_open", "closes_in_phase", "revenues", "train_discount", "discount", "free_train"),
)
ON_MAP = ("closed_hexes", "home_chosen", "home_placed", "closed_homes", "track")  # of operating
SLUG = 40  # letters


@lru_cache(maxsize=1)
def _usual() -> Tables:
    return tomllib.loads(USUAL.read_text("utf-8"))


def usual_tables() -> Tables:
    """Return the tables that a new title begins with; it has no companies and no privates yet."""
    return {**_usual(), "companies": [], "privates": []}


def is_template(title: Title) -> bool:
    """Return whether other titles may begin with its tables: it has no rules of its own."""
    return title.is_usable() and title.rules_class is StandardRules and title.data.play != ACCOUNTS


def tables_of(title: Title) -> Tables:
    """Return the tables of a title, as a title without a map may begin with them."""
    found = tomllib.loads((title.folder / "title.toml").read_text("utf-8"))
    usual = usual_tables()
    if not found.get("core_rules"):  # the switches of the usual tables differ from the schema's
        usual |= {"stock": {"several_of_one": False}, "ends": {"at_nothing": True}}
    kept = {key: found[key] for key in KEPT if key in found}
    for key in ("words", "stock", "ends"):
        kept[key] = {**usual[key], **kept.get(key, {})}
    kept["companies"] = [_pick(one, KEPT_OF_COMPANY) for one in kept["companies"]]
    kept["privates"] = [_private(one) for one in kept.get("privates", [])]
    kept["operating"] = {k: v for k, v in kept.get("operating", {}).items() if k not in ON_MAP}
    kept["players"] = _pick(kept["players"], ("cash", "certificate_limit", "certificate_bonus"))
    if not title.pack or title.data.has_map:
        kept["name"] = ""  # it becomes another title
    return {**_pick(usual, ("edition", "core_rules", "house_rules")), **kept}


def _pick(table: Mapping[str, Any], keys: tuple[str, ...]) -> Tables:
    return {key: table[key] for key in keys if key in table}


def _private(table: Mapping[str, Any]) -> Tables:
    found = _pick(table, KEPT_OF_PRIVATE)
    found["powers"] = _pick(found.get("powers", {}), KEPT_POWERS)
    return found


def make_pack(tables: Mapping[str, Any]) -> Pack:
    """Return the pack of these tables, without a map. Its faults are found when it is opened."""
    companies = [{**one, "home": []} for one in tables.get("companies", ())]
    title = {**tables, "slug": slug_for(str(tables.get("name", ""))), "companies": companies}
    title |= {"core_rules": True, "has_map": False, "citations": {}}
    return Pack({"title.toml": write_toml(title), "map.toml": "", "readings.toml": ""})


def check_pack(pack: Pack) -> TitleData:
    """Return the data of a pack that nobody keeps. Raises DataError, which lists all faults."""
    with TemporaryDirectory(prefix="companion-made-") as folder:
        pack.write(Path(folder))
        return Title("", Path(folder), pack).data


def slug_for(name: str) -> str:
    """Return the slug of a made title: that of its name, unless a title of the companion has it."""
    slug = re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")[:SLUG].strip("-") or "made"
    return f"{slug[: SLUG - 5].strip('-')}-made" if slug in titles() else slug

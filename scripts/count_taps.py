"""Count the taps that a recorded game costs on one banker's device, by its screens without scripts.

A link that chooses is one tap. A form's button is one tap. A value is one tap. A number that no
value fits costs one tap for its field and one for each digit. The script
takes the form within reach that does the most recorded actions for a tap.

A game without its map is told what the record shows: each revenue as one sum, and the tiles that
cost something.

The machine's seconds are the processor time of the screens on that way, and of the deeds.

Usage: PYTHONPATH=. python scripts/count_taps.py [--without-map] FILE...
"""

import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit
from xml.etree.ElementTree import Element

import tinyhtml5
from flask import Flask

from companion.exchange.games_18xx.export_file import read_export
from companion.exchange.games_18xx.export_replay import ExportedGame
from companion.exchange.games_18xx.replay_without_map import ToldReplay
from companion.rules.core.action_parser import BadActionError, read_action
from companion.rules.core.actions import Action, Dividend, LayTile, RunTrains, action_to_json
from companion.rules.core.change import Event
from companion.rules.core.refusals import RefusedError
from companion.rules.core.state import State
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.rules.operating.operating_round import turn_of
from companion.rules.operating.running import report_run
from companion.rules.without_map.actions import TellRun, TellTrack
from companion.rules.without_map.followed_game import FollowedGame
from companion.store.history.records import GameView
from companion.web import create_app
from companion.web.play import posted_form
from companion.web.play.operating_panels.rest_of_turn import RestRow, rest_row
from tests.support.clients import HostClient
from tests.support.stored_games import empty_store

MOST_TAPS = 8  # for one form
DEEPEST = 4  # choices before it
KEPT = ("step", "do", "private")  # what a tap on the map keeps
SVG_LINK = "{http://www.w3.org/2000/svg}a"


@dataclass(frozen=True, slots=True)
class Form:
    """A form on a screen: its address, its fields, the number it lets one set, and the values."""

    address: str
    fields: dict[str, str]
    number: str = ""
    chips: tuple[tuple[str, int], ...] = ()
    has_pad: bool = False


def plain(action: Action) -> dict[str, Any]:
    """Return the action as JSON; a run counts by its trains alone."""
    found = action_to_json(action)
    if isinstance(action, TellTrack):
        found.pop("upgrades", None)  # a row of its own, only where the title tells them apart
    return {"type": found["type"], "company": found["company"]} if is_run(action) else found


def kind_of(action: Action) -> str:
    """Return the name of the action's kind."""
    return str(action_to_json(action)["type"])


def is_run(action: Action) -> bool:
    """Is it a run? The best one is proposed, and which it is makes no difference to taps."""
    return isinstance(action, RunTrains)


def forms(page: Element) -> Iterator[Form]:
    """Yield the forms that do something to the game."""
    has_pad = any(part.get("data-digit") for part in page.iter("button"))
    for form in page.iter("form"):
        address = form.get("action", "")
        if form.get("method") != "post" or not address.endswith(("/act", "/rest")):
            continue
        fields, number, chips = {}, "", []
        for part in form.iter():
            name, value = part.get("name"), part.get("value", "")
            if part.tag == "input" and name and part.get("type") != "checkbox":
                fields[name] = value
                number = name if part.get("id") == "amount" else number
            for key in ("data-by", "data-to"):
                if part.tag == "button" and part.get(key):
                    chips.append((key, int(part.get(key, "0").replace(",", ""))))
        for button in form.iter("button"):
            if button.get("type", "submit") == "submit":
                name = button.get("name")
                more = {name: button.get("value", "")} if name else {}
                to = button.get("formaction") or address
                yield Form(to, fields | more, number, tuple(chips), has_pad)


def links(page: Element, game: int, address: str) -> Iterator[str]:
    """Yield the addresses of the screen at ``address`` with other choices."""
    kept = {name: value for name, value in parse_qsl(urlsplit(address).query) if name in KEPT}
    for link in page.iter():
        if hex_id := link.get("data-hex"):
            yield f"/game/{game}?{urlencode(kept | {'hex': hex_id})}"
        if link.tag not in ("a", SVG_LINK):
            continue
        to = link.get("href", "")
        if urlsplit(to).path == f"/game/{game}" and urlsplit(to).query:
            yield to


def number_taps(form: Form, wanted: int) -> int:
    """Return the taps that set the number: none, a few values, or its field and digits.

    The keys of a number pad need no tap on the field.
    """
    shown = int("".join(filter(str.isdigit, form.fields[form.number])) or -1)
    best = (not form.has_pad) + len(str(wanted))
    reached = {shown: 0}
    for taps in range(best):
        if wanted in reached:
            return reached[wanted]
        for at in list(reached):
            for key, by in form.chips:
                reached.setdefault(at + by if key == "data-by" else by, taps + 1)
    return best


class Hand:
    """It finds the cheapest way to enter what was recorded."""

    def __init__(self, client: Any, app: Flask, store: Any, game: int) -> None:
        self.client, self.app, self.store, self.game = client, app, store, game
        self.seconds = 0.0  # of the screens that were loaded

    def page(self, address: str) -> Element:
        """Load a screen."""
        begin = time.process_time()
        answer = self.client.get(address)
        self.seconds += time.process_time() - begin
        assert answer.status_code == 200, (address, answer.status)
        page = tinyhtml5.parse(answer.get_data(as_text=True), namespace_html_elements=False)
        for part in page.iter("p"):
            if part.get("id") == "rest" and (searched := part.get("hx-get")):
                part.append(self.page(searched))  # a browser loads it at once
        return page

    def enter(self, ahead: Sequence[Action]) -> tuple[int, int, str, float]:
        """Return the taps, the recorded actions done by them, the kind of form, and seconds."""
        view = self.store.open(self.game)
        tokens = {str(part) for part in _parts(action_to_json(ahead[0]))}
        seen: set[str] = set()
        front = [(f"/game/{self.game}", 0.0)]
        best = (MOST_TAPS + 1, 0, "", 0.0)
        for depth in range(DEEPEST):
            after = []
            for address, spent in front:
                before = self.seconds
                page = self.page(address)
                seconds = spent + self.seconds - before
                for form in forms(page):
                    more, count = self.measure(view, form, ahead)
                    if (count and (depth + 1 + more) * best[1] < best[0] * count) or (
                        count and not best[1]
                    ):
                        best = (depth + 1 + more, count, form.address.rsplit("/", 1)[1], seconds)
                for link in links(page, self.game, address):
                    if link not in seen and self.is_fit(link, tokens):
                        seen.add(link)
                        after.append((link, seconds))
            if best[1] and best[0] <= depth + 1:
                break
            front = after
        return best

    def is_fit(self, link: str, tokens: set[str]) -> bool:
        """Does the link choose nothing else than was recorded?"""
        for name, value in parse_qsl(urlsplit(link).query):
            if name in ("tab", "then", "v", "ahead", "step", "do"):
                continue
            parts = value.split("~") if name == "pick" else [value]
            if any(part not in tokens and not _is_free(part) for part in parts[1:] or parts):
                return False
        return True

    def measure(self, view: GameView, form: Form, ahead: Sequence[Action]) -> tuple[int, int]:
        """Return the further taps and the number of recorded actions that the form does."""
        wanted = [plain(action) for action in ahead]
        if form.address.endswith("/rest"):
            return self.measure_rest(view, form, ahead, wanted)
        most = (0, 0)
        for index, target in enumerate(ahead[:8]):
            if form.fields.get("type") != action_to_json(target)["type"]:
                continue
            more, fields = 0, dict(form.fields)
            if form.number:
                number = action_to_json(target).get(form.number)
                if number is None:
                    continue
                more, fields[form.number] = number_taps(form, int(number)), str(number)
            found = self.find_actions(view, fields)
            if found == wanted[: len(found)] and len(found) > max(index, most[1]):
                most = (more, len(found))
        return most

    def measure_rest(
        self, view: GameView, form: Form, ahead: Sequence[Action], wanted: list[dict[str, Any]]
    ) -> tuple[int, int]:
        """Return the further taps and the number of recorded actions of the rest of a turn.

        Without the map its revenue is a chip, or is typed.
        """
        told, taps = None, 0
        if "revenue" in form.fields:
            told = next((action for action in ahead[:8] if isinstance(action, TellRun)), None)
            if told is None or told.company != turn_of(view.state).company:
                return 0, 0
            if form.number:
                taps = number_taps(form, told.revenue)
            elif form.fields["revenue"] != str(told.revenue):
                return 0, 0
        row = self.find_row(view, told)
        done = [plain(action) for action in row.actions] if row else []
        if not done or row.mark != form.fields["mark"] or done != wanted[: len(done)]:
            return 0, 0
        return taps, len(done)

    def find_row(self, view: GameView, told: Action | None = None) -> RestRow | None:
        """Return the row "the rest as usual"."""
        with self.app.test_request_context(f"/game/{self.game}"):
            return rest_row(view, 60, told)

    def find_actions(self, view: GameView, fields: dict[str, str]) -> list[dict[str, Any]]:
        """Return the actions that the posted fields do."""
        beside = posted_form.BESIDE
        try:
            with self.app.test_request_context(f"/game/{self.game}"):
                kept = {key: value for key, value in fields.items() if key not in beside}
                kept = {key: posted_form._value(key, value) for key, value in kept.items()}
                sent = posted_form.Posted(
                    kept,
                    read_action(kept),
                    view.version,
                    fields.get("ahead", ""),
                    fields.get("step", ""),
                    fields.get("then_pass") in ("1", "on"),
                )
                passed = posted_form.apply_skipped_steps(view, sent)
                more = posted_form.find_ending(passed.view, sent.action) if sent.then_pass else ()
        except (BadActionError, RefusedError):
            return []
        return [plain(action) for action in (*passed.passes, sent.action, *more)]


def _is_free(part: str) -> bool:
    return part in ("", "0", "1", "best")


def _parts(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        for part in value.values():
            yield from _parts(part)
    elif isinstance(value, list):
        yield ",".join(map(str, value))
        for part in value:
            yield from _parts(part)
    else:
        yield value


@dataclass(frozen=True, slots=True)
class TurnPart:
    """Actions entered at once in an operating turn: their taps, and the row offered before them."""

    taps: int
    actions: Sequence[Action]
    before: State
    row: RestRow | None


class Turns:
    """The plain operating turns: trains ran, and neither a train, a private nor a share was bought.

    Their taps count after the last tile or token.
    """

    ON_MAP = frozenset({"lay_tile", "place_token", "tell_track", "tell_token"})
    RUNS = frozenset({"run_trains", "tell_run"})
    PLAIN = ON_MAP | RUNS | {"pass", "dividend"}

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.turns: dict[Any, list[TurnPart]] = defaultdict(list)

    def add(self, part: TurnPart) -> None:
        """Note the taps of these actions with the turn in which they are entered."""
        if turn := part.before.round.operating:
            self.turns[part.before.round.id, turn.company].append(part)

    def report(self) -> None:
        """Print how many of these turns needed how many taps, and each that needed several."""
        found: dict[bool, Counter[int]] = {True: Counter(), False: Counter()}
        more = []
        for key, parts in self.turns.items():
            types = {kind_of(action) for part in parts for action in part.actions}
            if not types & self.RUNS or not types <= self.PLAIN:
                continue
            last = max((n for n, part in enumerate(parts) if self.is_on_map(part)), default=-1)
            rest = parts[last + 1 :]
            taps = sum(part.taps for part in rest)
            offered = self.find_result(rest[0].before, rest[0].row.actions if rest[0].row else ())
            done = self.find_result(rest[0].before, [a for part in rest for a in part.actions])
            found[offered == done][taps] += 1
            if taps > 1:
                kinds = [[kind_of(action) for action in part.actions] for part in rest]
                more.append(f"    {key}: {taps} taps, {kinds}; offered {offered}, done {done}")
        for same, counted in found.items():
            costs = ", ".join(f"{n} of {cost}" for cost, n in sorted(counted.items()))
            single = 100 * counted[1] / max(counted.total(), 1)
            words = "as offered" if same else "other than offered"
            print(f"  plain turns {words}, after tiles and tokens: {costs}; {single:.0f}% 1 tap")
        print(*more, sep="\n")

    def is_on_map(self, part: TurnPart) -> bool:
        """Was a tile laid or a token placed?"""
        return any(kind_of(action) in self.ON_MAP for action in part.actions)

    def find_result(self, state: State, actions: Sequence[Action]) -> tuple[int | None, str]:
        """Return what a run earns in the course of these actions, and how it is divided."""
        revenue, division = None, ""
        for action in actions:
            if isinstance(action, TellRun):
                revenue = action.revenue
            elif isinstance(action, RunTrains):
                revenue = report_run(self.rules, state, action).revenue
            elif isinstance(action, Dividend):
                division = action.kind
            state = judge.apply(self.rules, state, action).state
        return revenue, division


def turn_back(rules: Rules, action: Action) -> Action:
    """Return a lay with the first of the rotations that look the same; the screen offers that."""
    if not isinstance(action, LayTile):
        return action
    tile = rules.tile(action.tile)
    ways = [{frozenset((t.a, t.b)) for t in tile.rotate(turn).tracks} for turn in range(6)]
    return replace(action, rotation=ways.index(ways[action.rotation]))


def recorded_actions(exported: ExportedGame) -> tuple[Rules, list[Action]]:
    """Return the actions of the record, and the rules of its game."""
    played = [each.action for each in exported.play() if each.action is not None]
    return exported.rules, [turn_back(exported.rules, action) for action in played]


class PaidTrack(FollowedGame):
    """A game without its map that is told of tiles only where they cost something."""

    def _tell_lay(self, action: LayTile, events: Iterable[Event]) -> Iterator[Action]:
        return (told for told in super()._tell_lay(action, events) if is_needed(told))


def is_needed(action: Action) -> bool:
    """Must it be told? A tile without a cost need not."""
    return not isinstance(action, TellTrack) or action.cost > 0


def told_actions(exported: ExportedGame) -> tuple[Rules, list[Action]]:
    """Return the actions of the game without its map, told what the record shows, and its rules."""
    told = ToldReplay(exported)
    told.game = PaidTrack(told.game.rules, told.game.told_rules)
    for each in exported.play():
        if difference := told.follow(each):
            raise SystemExit(f"{each.sent.label}: {difference}")
    actions = [replace(a, parts=()) if isinstance(a, TellRun) else a for a in told.game.actions]
    return told.game.told_rules, actions


def count(file: Path, *, is_told: bool) -> None:
    """Enter the game and print its taps by kind of action."""
    exported = ExportedGame(read_export(file.read_bytes()))
    rules, actions = (told_actions if is_told else recorded_actions)(exported)
    taps: Counter[str] = Counter()
    times: dict[str, Counter[int]] = defaultdict(Counter)
    with tempfile.TemporaryDirectory() as folder:
        store = empty_store(Path(folder))
        app = create_app({"STORE": store})
        client = app.test_client()
        game = store.new_game(rules.setup)
        hand = Hand(client, app, store, game)
        at, seconds, turns = 0, 0.0, Turns(rules)
        while at < len(actions):
            cost, done, how, spent = hand.enter(actions[at : at + 12])
            kind = how if how == "rest" else action_to_json(actions[at])["type"]
            if not done:
                print("not found:", at, action_to_json(actions[at]), file=sys.stderr)
                cost, done, kind = MOST_TAPS, 1, f"{kind} (not found)"
            taps[kind] += cost
            times[kind][cost] += 1
            view = store.open(game)
            turns.add(TurnPart(cost, actions[at : at + done], view.state, hand.find_row(view)))
            begin = time.process_time()
            store.play(game, view.version, *actions[at : at + done], by="banker")
            seconds += spent + time.process_time() - begin
            at += done
        store.close()
    print(f"{file.name}: {at} actions, {sum(taps.values())} taps, {seconds:.1f} s of the machine")
    for kind, found in taps.most_common():
        costs = ", ".join(f"{n} of {cost}" for cost, n in sorted(times[kind].items()))
        print(f"  {kind}: {found} taps ({costs})")
    turns.report()


def main() -> None:
    """Count the taps of each file."""
    Flask.test_client_class = HostClient
    is_told = "--without-map" in sys.argv
    for name in sys.argv[1:]:
        if name != "--without-map":
            count(Path(name), is_told=is_told)


if __name__ == "__main__":
    main()

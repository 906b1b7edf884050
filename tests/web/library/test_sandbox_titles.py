"""Two titles that the companion does not have, made in its form and played by their fact sheets.

Every sum of the recorded turns agrees, and the game and its title open in another companion.
"""

import re
from collections import Counter
from io import BytesIO
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.rules.amend.correction_actions import CorrectTrain
from companion.rules.core.state import DEPOT, GONE, State, state_to_json, type_of
from companion.rules.data.setup import Setup
from companion.rules.data.title_data import TitleData
from companion.rules.shares import holdings, market
from companion.store.games.game_store import GameStore
from companion.titles.made_title import usual_tables
from companion.web import create_app
from companion.web.library.title_form import write_form
from tests.support.clients import HostClient
from tests.support.references import FACTS
from tests.support.sandbox_titles import Fields, t1846, t1870
from tests.support.sheet_turns import REASON, Turns, rows, seat
from tests.support.stored_games import empty_store

pytestmark = pytest.mark.references
SHEETS = FACTS / "sandbox"
LISTS = r"(trains|phases|companies|privates|kinds|cash|certificate_limit)\."
PRIVATES_1846 = {
    "MS": "MSP",
    "BIG4": "B4P",
    "Michigan Southern (Minor)": "MSP",
    "Chicago and Western Indiana": "C&WI",
    "Little Miami": "LM",
    "Boomtown": "BT",
    "Mail Contract": "MAIL",
    "Steamboat Company": "SC",
    "Ohio & Indiana": "O&I",
    "Big 4 (Minor)": "B4P",
    "Lake Shore Line": "LSL",
    "Meat Packing Company": "MPC",
}
PRIVATES_1870 = {
    "Great River Shipping Company": "GRSC",
    "Mississippi River Bridge Company": "MRBC",
    "The Southern Cattle Company": "SCC",
    "The Gulf Shipping Company": "GSC",
    "St.Louis-San Francisco Railway": "SLSFP",
    "Missouri-Kansas-Texas Railroad": "MKTP",
}
# the sheet has the sum before the purchase of 136 here; its next sum of the player agrees
BEFORE_PURCHASE = {("Stock Round 3", "Player 1 479"): "Player 1 343"}
MINORS = {"MS": 60, "BIG4": 40}


def make(client: FlaskClient, fields: Fields) -> str:
    """Make the title in the form, and return its key."""
    form = write_form(usual_tables()).to_dict()
    form = {key: text for key, text in form.items() if not re.match(LISTS, key)}
    sent = {**form, "from": "new", "do": "save", **fields}
    answer = client.post("/new/title", data={key: text for key, text in sent.items() if text})
    assert answer.status_code == 303, re.findall('fault-line">(.*?)</p>', answer.text)
    return answer.location.partition("title=")[2]


def line_of_1846() -> str:
    """Return the line of prices as somebody types it from the sheet."""
    text = (SHEETS / "1846.md").read_text("utf-8")
    found = dict(re.findall(r"\| (Below start prices|Start prices|Above) \| ([\d, ]+) \|", text))
    low, start, high = (re.findall(r"\d+", found[key]) for key in found)
    return " ".join([*low, *(f"{price}p" for price in start), *high])


def market_of_1870() -> str:
    """Return the table of the market as it is pasted."""
    text = (SHEETS / "1870.md").read_text("utf-8").partition("## Market")[2]
    text = text.partition("## Price moves")[0]
    return "\n".join(line for line in text.splitlines() if re.match(r"\| \d+ \|", line))


def sums(text: str) -> dict[str, int]:
    """Return the sums of "Player 1 479, MKT 72"."""
    found = re.findall(r"(Player \d|[^\s,]+) (-?\d+)(?:,|$)", text)
    return {seat(who) if who.startswith("Player") else who: int(cash) for who, cash in found}


def incomes(sheet: Path) -> dict[str, Counter[str]]:
    """Return the private income at the start of each round."""
    found, head = {}, ""
    for line in sheet.read_text("utf-8").splitlines():
        if line.startswith("## "):
            head = line.lstrip("# ")
        elif line.startswith("Private income"):
            found[head] = Counter[str]()
            for who, amount in re.findall(r"(Player \d|[^\s;:]+) \+(\d+)", line):
                found[head][seat(who) if who.startswith("Player") else who] += int(amount)
    return found


def play(turns: Turns, sheet: Path, order: list[str]) -> None:
    """Enter the rounds in this order, and compare the cash after every turn and round."""
    income = incomes(sheet)
    for name, follows in zip(order, [*order[1:], ""], strict=True):
        more = income.get(follows, Counter[str]())
        for row in rows(sheet):
            if row.round == name and row.cells[0] != "No.":
                turns.enter(row.cells[1], row.cells[2])
                says = BEFORE_PURCHASE.get((name, row.cells[3]), row.cells[3])
                if kept := re.search(r"keeps (\d+); owner", row.cells[2]):
                    # the sheet has a minor's money before its revenue here, and after it below
                    says = f"{row.cells[1]} {sums(says)[row.cells[1]] + int(kept[1])}"
                compare_cash(turns.state, says, name, more)
        if not follows and turns.state.round.kind == "operating":  # the sheet ends before it
            for private, owner in turns.state.privates.items():
                if owner != GONE:
                    more[owner] += turns.rules.data.privates[private].revenue
        compare_round(turns, sheet, name, more)


def compare_cash(state: State, says: str, name: str, income: Counter[str]) -> None:
    is_over = state.round.kind != ("stock" if name.startswith("Stock") else "operating")
    is_over = is_over or f".{getattr(state.round, 'part', 0)}" != name[-2:]
    for who, cash in sums(says).items():
        right = {cash, cash + income[who]} if is_over else {cash}
        assert state.cash[who] in right, (name, says, who, state.cash[who])


def compare_round(turns: Turns, sheet: Path, name: str, income: Counter[str]) -> None:
    """Compare everything that the tables after a round say; the next income has been paid."""
    state, data = turns.state, turns.rules.data
    text = sheet.read_text("utf-8").partition(f"## {name}")[2].partition("### After")[2]
    text = re.split(r"\n##? ", text)[0]
    pattern = r"Bank (\d+)\. Phase (\w+)\. Bank trains left: (.*)\. Priority deal: (.*)\."
    bank = re.search(pattern, text)
    assert bank
    assert state.priority == seat(bank[4]), name
    assert state.cash["bank"] == int(bank[1]) - sum(income.values()), name
    assert state.phase == bank[2]
    left = Counter(type_of(t) for t, card in state.trains.items() if card.place == DEPOT)
    for kind, count in re.findall(r"(\S+)×(\d+)", bank[3]):
        assert left[kind] == int(count), (name, kind)
    names = {short: short for short in data.privates} | {"MS": "MSP", "BIG4": "B4P"}
    names |= {"SLSF": "SLSFP", "MKT": "MKTP"} if "MKTP" in data.privates else {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        who = cells[0].removesuffix(" (minor)")
        owner = seat(who) if who.startswith("Player ") else who
        if owner not in state.cash or not line.startswith("|"):
            continue
        if owner != who:
            cash, held, owned = cells[1], cells[3], cells[4]
            found = {c: p for c, p in holdings.percents_held(data, state, owner).items()}
            found = {c: p for c, p in found.items() if c not in MINORS}
            assert found == {c: int(p) for c, p in re.findall(r"(\S+) (\d+)", held)}, (name, who)
        else:
            cash, owned = cells[2], cells[-1]
            own = [type_of(t) for t, card in state.trains.items() if card.place == owner]
            assert sorted(own) == sorted(re.findall(r"[\d/]+", cells[-2])), (name, who)
            compare_shares(state, data, owner, cells)
        assert state.cash[owner] == int(cash) + income[owner], (name, who)
        own_privates = {p for p, at in state.privates.items() if at == owner}
        assert own_privates == {names[p] for p in re.findall(r"[^\s,]+", owned)}, (name, who)


def compare_shares(state: State, data: TitleData, company: str, cells: list[str]) -> None:
    """Compare the price of a company and its shares that no player holds."""
    if company in MINORS:
        return
    price = market.price(data, state, company)
    assert cells[3].partition(" ")[0] == str(price or "–"), (company, cells, price)
    parts = holdings.shares(data, state, company)
    unsold = [parts.get(place, 0) for place in (("initial", company, "pool"))]
    told = [int(cell) for cell in cells[5:8]] if len(cells) == 10 else [0, *map(int, cells[4:6])]
    assert unsold == told, (company, cells)


def auction(turns: Turns, sheet: Path, head: str) -> None:
    """Tell who bought which private, in the order of the seats."""
    found = [row for row in rows(sheet) if row.round.startswith(head) and row.cells[0] != "No."]
    for party in turns.state.order:
        for row in found:
            for part in row.cells[2].split("; ") if seat(row.cells[1]) == party else ():
                turns.part(party, part)
        turns.end_turn(party)


def open_elsewhere(client: FlaskClient, turns: Turns, folder: Path) -> None:
    """Bring the title and the game to another companion; its state is the same."""
    title = client.get(f"/packs/{turns.store.packs.list_all()[0].mark}/file").data
    game = client.get(f"/games/{turns.game}/file").data
    (folder / "other").mkdir()
    other = empty_store(folder / "other")
    there = HostClient(create_app({"STORE": other}))
    for address, file, name in (("/packs", title, "a.title.json"), ("/import", game, "game.json")):
        answer = there.post(address, data={"file": (BytesIO(file), name)})
        assert answer.status_code in (200, 303), answer.text
    assert state_to_json(other.open(1).state) == state_to_json(turns.state)
    other.close()


def test_1846(client: FlaskClient, store: GameStore, tmp_path: Path) -> None:
    key = make(client, t1846(line_of_1846()))
    game = store.new_game(Setup(key, tuple(f"Player {n}" for n in range(1, 6))))
    turns, sheet = Turns(store, game, PRIVATES_1846), SHEETS / "1846-turns.md"
    auction(turns, sheet, "Draft")
    for minor in MINORS:
        turns.play(CorrectTrain(f"2-{1 + (minor == 'BIG4')}", minor, reason=REASON))
    order = ["Stock Round 1", "Operating Round 1.1", "Operating Round 1.2", "Stock Round 2"]
    play(turns, sheet, [*order, "Operating Round 2.1"])
    assert turns.corrections == 27
    open_elsewhere(client, turns, tmp_path)


def test_1870(client: FlaskClient, store: GameStore, tmp_path: Path) -> None:
    key = make(client, t1870(market_of_1870()))
    game = store.new_game(Setup(key, tuple(f"Player {n}" for n in range(1, 5))))
    turns, sheet = Turns(store, game, PRIVATES_1870), SHEETS / "1870-turns.md"
    auction(turns, sheet, "Auction")
    order = ["Stock Round 1", "Operating Round 1.1", "Stock Round 2", "Operating Round 2.1"]
    order += ["Stock Round 3", "Operating Round 3.1", "Operating Round 3.2"]
    play(turns, sheet, order)
    assert turns.corrections == 17
    open_elsewhere(client, turns, tmp_path)

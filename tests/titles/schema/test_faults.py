"""All faults of a title's files at once, and whatever somebody may write into them."""

from pathlib import Path

import pytest

from companion.board.tiles import DataError
from companion.titles import Title, load
from companion.titles.loading import load_data
from companion.titles.schema.faults import show, write_key
from tests.titles.title_copy import change, copy_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A title's folder to spoil."""
    return copy_of("1830", tmp_path)


def faults(folder: Path) -> list[str]:
    """Return the faults of a folder, with the powers of its privates."""
    with pytest.raises(DataError) as caught:
        Title(load("1830").package, folder).data  # noqa: B018 - reads it
    return str(caught.value).splitlines()


def test_all_faults_of_all_files_are_listed_with_their_lines(folder: Path) -> None:
    title, map, readings = (folder / f"{name}.toml" for name in ("title", "map", "readings"))
    change(title, "price = 80\n", "price = -5\n")
    change(title, 'rusted_by = "4"', 'rusted_by = "9"')
    change(title, 'tile = "57"', 'tile = "9999"')
    change(title, 'short = "NY"', 'short = "PR"')
    change(title, 'currency = "$"\n', 'currency = "$"\ncolor = 1\n')
    change(title, "holding_limit = 60", "holding_limit = 160")
    change(map, "\n14 = 3", "\n14 = -3")
    change(map, "A17 = { colour", "A17 = { color")
    change(readings, 'because = "unclear"', 'because = "odd"')
    found = faults(folder)
    texts = {file.name: file.read_text("utf-8").splitlines() for file in (title, map, readings)}
    for number, (key, says, line) in enumerate(
        [
            (
                "kinds[0].holding_limit",
                "is 160; a whole number from 0 to 100",
                "holding_limit = 160",
            ),
            ("trains[0].price", "is -5; a whole number from 0 to 1000000", "price = -5"),
            ("trains[0].rusted_by", 'is "9"; a phase', 'rusted_by = "9"'),
            ("companies[0].short", 'is "PR"; another (it stands 2 times)', 'short = "PR"'),
            ("companies[1].short", 'is "PR"; another (it stands 2 times)', 'short = "PR"'),
        ]
    ):
        place, _, told = found[number].partition(": ")
        file, _, rest = place.partition(", line ")
        assert rest.partition(", ")[2] == key
        assert told.startswith(f"{says} is needed")
        assert texts[file][int(rest.partition(", ")[0]) - 1] == line
    assert found[2].endswith("; known are 2, 3, 4, 5, 6, D")
    assert [fault.partition(": ")[0].split(", ")[2] for fault in found[5:]] == [
        "color",
        "tiles.14",
        "hexes.A17.color",
        "readings[0].because",
        "privates[2].powers.distant_tile.tile",
    ]


def test_the_folder_as_it_is_has_none(folder: Path) -> None:
    data = Title(load("1830").package, folder).data
    assert data.company_list == load("1830").data.company_list
    assert data.private_list == load("1830").data.private_list


HOSTILE = [
    ('name = "1830"', 'name = "' + "x" * 61 + '"', "name: is"),
    ('name = "1830"', 'name = "a\\u202eb"', "name: is"),
    ('name = "1830"', 'name = "a\\nb"', "name: is"),
    ('name = "1830"', 'name = ""', "name: is"),
    ('name = "1830"', "name = 1830", "name: is 1830; a text"),
    ('slug = "1830"', 'slug = "../1830"', 'slug: is "../1830"; lower-case letters'),
    ('slug = "1830"', 'slug = "1830\\n"', "slug: is"),
    ("bank = 12000", "bank = " + "9" * 400, "bank: is 999"),
    ("bank = 12000", "bank = " + "9" * 5000, "Exceeds the limit (4300"),
    ("bank = 12000", "bank = 1e3", "bank: is 1000.0; a whole number"),
    ("bank = 12000", "bank = nan", "bank: is NaN; a whole number"),
    ("bank = 12000", "bank = true", "bank: is true; a whole number"),
    ("bank = 12000", "bank = 1979-05-27", "bank: is 1979-05-27; a whole number"),
    ("bank = 12000", "bank = " + "[" * 100_000, "more than 8 levels are nested"),
    ("bank = 12000", "bank" + ".a" * 60_000 + " = 1", "more than 8 levels are nested"),
    ("bank = 12000", "bank = { a = 1 }", "bank: is a table; a whole number"),
    ("bank = 12000", "bank = 1\nbank = 2", "Cannot overwrite a value"),
    ("bank = 12000", "bank = ", "Invalid value"),
    ('colour = "#32763f"', 'colour = "red}body{display:none"', 'colour: is "red}body'),
    ('colour = "#32763f"', 'colour = "#32763f;"', "#rrggbb, or one of black"),
    ('colour = "#32763f"', 'colour = "#32763"', "#rrggbb, or one of black"),
    ('symbol = "PRR"', 'symbol = "p1"', 'companies[0].symbol: is "p1"; a symbol'),
    ('symbol = "PRR"', 'symbol = "bank"', 'companies[0].symbol: is "bank"; a symbol'),
    ('symbol = "PRR"', 'symbol = "<b>"', 'companies[0].symbol: is "<b>"; a symbol'),
    ("price = 80\n", "price = -5\n", "trains[0].price: is -5"),
    ("train_limit = 4", "train_limit = {}", "one for each kind of company is needed: public"),
    ("operating_rounds = 2", "operating_rounds = 99999", "phases[1].operating_rounds: is 99999"),
    ("cash = { 2", "cash = { -2", 'players.cash.-2: is "-2"; a whole number from 1 to 12'),
    ("cash = { 2", "cash = { 99", 'players.cash.99: is "99"; a whole number from 1 to 12'),
    ("certificate_limit = { 2 = 28, ", "certificate_limit = {", "one for each number of players"),
    ('blocks = ["G15"]', 'blocks = ["Z99"]', 'blocks[0]: is "Z99"; a hex of the map'),
    ('blocks = ["G15"]', 'blocks = [["G15"]]', 'blocks[0]: is ["G15"]; a hex of the map'),
    ("exchange = ", "__class__ = 1, exchange = ", "powers.__class__: is no key here"),
    ('"turn.not_now"', '"turn/../x"', 'citations."turn/../x": is "turn/../x"; a code'),
    ("[players]", "[players", "Expected ']'"),
]


@pytest.mark.parametrize(("old", "new", "says"), HOSTILE)
def test_whatever_stands_there_is_a_listed_fault(
    folder: Path, old: str, new: str, says: str
) -> None:
    change(folder / "title.toml", old, new)
    found = faults(folder)
    assert any(says in fault for fault in found), found
    assert all(fault.startswith("title.toml") and len(fault) < 1000 for fault in found)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('name = "1830"', 'name = "' + "x" * 60 + '"'),
        ('name = "1830"', 'name = "{name.__class__} ü <b>"'),
        ('slug = "1830"', 'slug = "a-1830"'),
        ("bank = 12000", "bank = 1_000_000"),
        ('colour = "#32763f"', 'colour = "green"'),
        ('colour = "#32763f"', 'colour = "#ABCdef"'),
        ('short = "PR"', 'short = "🚂"'),
        ("price = 80\n", "price = 0\n"),
        ("operating_rounds = 2", "operating_rounds = 20"),
        ("train_limit = 4", "train_limit = { public = 4 }"),
    ],
)
def test_the_nearest_that_is_right_is_read(folder: Path, old: str, new: str) -> None:
    change(folder / "title.toml", old, new)
    Title(load("1830").package, folder).data  # noqa: B018 - reads it


def test_a_named_colour_is_read_as_one(folder: Path) -> None:
    change(folder / "title.toml", 'colour = "#32763f"', 'colour = "white"')
    assert load_data(folder).companies["PRR"].colour == "#ffffff"


@pytest.mark.parametrize("name", ["title.toml", "map.toml", "readings.toml"])
def test_a_file_that_is_too_large_no_text_or_missing_is_a_fault(folder: Path, name: str) -> None:
    file = folder / name
    text = file.read_bytes()
    file.write_bytes(text + b"#" * (256 * 1024 - len(text)))
    load_data(folder)
    for spoiled, says in ((b"#" * (256 * 1024 + 1), "256 kB"), (b"a = 1\n\xff", "2: is no UTF-8")):
        file.write_bytes(spoiled)
        assert [fault for fault in faults(folder) if fault.startswith(name) and says in fault]
    file.unlink()
    assert f"{name}: is missing" in faults(folder)
    file.mkdir()
    assert [fault for fault in faults(folder) if fault.startswith(f"{name}: cannot be read")]


@pytest.mark.parametrize("table", ["companies", "privates", "trains", "phases", "kinds", "options"])
@pytest.mark.parametrize("value", ["3", '"x"', "[3]", "[[]]", "{}", "[{}]"])
def test_a_table_of_another_type_is_a_fault(folder: Path, table: str, value: str) -> None:
    text = (folder / "title.toml").read_text()
    head, _, rest = text.partition(f"[[{table}]]")
    left = rest.rpartition(f"[[{table}]]")[2]
    (folder / "title.toml").write_text(f"{table} = {value}\n{head}[x]\n{left}")
    assert any(f", {table}" in fault for fault in faults(folder))


def test_there_are_limits_of_hexes_companies_privates_and_trains(folder: Path) -> None:
    text = (folder / "map.toml").read_text()
    more = "".join(f'Z{n} = {{ colour = "white" }}\n' for n in range(100))
    more += "".join(f'Y{n} = {{ colour = "white" }}\nX{n} = {{}}\nW{n} = {{}}\n' for n in range(99))
    (folder / "map.toml").write_text(text + more)
    change(
        folder / "title.toml",
        "[[house_rules]]",
        "".join(f'[[trains]]\nname = "t{n}"\nprice = 1\ncount = 1\nreach = 2\n' for n in range(30))
        + "[[house_rules]]",
    )
    found = faults(folder)
    assert any("hexes: has 490; at most 400 are needed" in fault for fault in found), found
    assert any("trains: has 36; at most 30 are needed" in fault for fault in found), found


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        ("a\u202eb", '"a\\u202eb"'),
        ([1, "b"], '[1, "b"]'),
        ({"a": 1}, "a table"),
        ("x" * 99, '"' + "x" * 59 + "…"),
        (None, "None"),
    ],
)
def test_values_are_shown_as_in_the_file_and_shortened(value: object, text: str) -> None:
    assert show(value) == text


def test_keys_are_written_as_in_the_file() -> None:
    assert write_key(("trains", 2, "price")) == "trains[2].price"
    assert write_key(("citations", "buy.cash")) == 'citations."buy.cash"'

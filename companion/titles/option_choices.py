"""Options whose text is made of choices, with the ids that each choice offers."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from companion.board.tiles import DataError
from companion.rules.data.options import Option, OptionChoice
from companion.rules.data.title_data import TitleData
from companion.titles.toml_tables import TomlTable

Tables = Iterable[TomlTable]


def with_picks(data: TitleData, given: Mapping[str, Tables]) -> TitleData:
    """Return the data with the choices of those options, by their keys. Raises DataError."""
    options = tuple(
        replace(option, picks=tuple(_picks(data, given[option.key])))
        if option.key in given
        else option
        for option in data.options
    )
    return replace(data, options=options)


def _picks(data: TitleData, tables: Tables) -> Iterator[OptionChoice]:
    for table in tables:
        colour, kind = table.get("privates", str, ""), table.get("companies", str, "")
        numbers, of = table.get("numbers", list, []), table.get("for", str, "")
        times = table.get("times", int, 1)
        table.check_all_read()
        found = [str(number) for number in numbers]
        found += [p.symbol for p in data.private_list if colour == p.powers.get("colour", 0)]
        found += [c.symbol for c in data.company_list if c.kind.name == kind]
        if not found:
            raise DataError(
                f"{table.where} offers nothing: neither privates, companies nor numbers"
            )
        if of and data.full_name(of) == of:
            raise DataError(f"{table.where}.for is {of!r}; a company or a private is needed")
        yield from (OptionChoice(tuple(found), of) for _ in range(times))


def option_text(option: Option, chosen: Iterable[str]) -> str:
    """Return the text of an option from its choices. An empty choice adds nothing."""
    pairs = zip(option.picks, chosen, strict=True)
    return " ".join(f"{pick.of}={id}" if pick.of else id for pick, id in pairs if id)

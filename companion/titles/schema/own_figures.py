"""Figures that only the rules of one title read: ``[own]`` in its ``title.toml``."""

from collections import Counter
from typing import TypeVar

from pydantic import ValidationError

from companion.rules.data.title_data import TitleData
from companion.titles.schema.faults import data_error, list_faults
from companion.titles.schema.fields import Table
from companion.titles.schema.files import DataFile
from companion.titles.schema.names import Names

T = TypeVar("T", bound=Table)


def check_own(model: type[T], data: TitleData) -> T:
    """Return the figures of a title as its model. Raises DataError."""
    names = Names(
        {
            "players": Counter(map(str, data.cash)),
            "company": Counter(data.companies),
            "private": Counter(data.privates),
            "phase": Counter(phase.name for phase in data.phases),
            "train": Counter(data.trains),
            "hex": Counter(data.map.hexes),
        }
    )
    try:
        return model.model_validate(data.own, context=names)
    except ValidationError as error:
        raise data_error(
            list_faults(error, model, DataFile("title.toml", {}, {}), ("own",))
        ) from None

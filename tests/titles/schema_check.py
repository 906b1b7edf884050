"""One table of a data file read by its model, with the faults as players of it see them."""

import tomllib
from typing import Any, TypeVar

from pydantic import ValidationError

from companion.titles.schema.faults import data_error, list_faults
from companion.titles.schema.fields import Table
from companion.titles.schema.files import DataFile
from companion.titles.schema.names import Names
from companion.titles.schema.toml_lines import find_lines

T = TypeVar("T", bound=Table)


def check(model: type[T], text: str, names: Names | None = None) -> T:
    """Return the table of a TOML text. Raises DataError."""
    return check_tables(model, tomllib.loads(text), names, text)


def check_tables(model: type[T], tables: Any, names: Names | None = None, text: str = "") -> T:
    """Return the table as its model. Raises DataError."""
    try:
        return model.model_validate(tables, context=names or Names())
    except ValidationError as error:
        raise data_error(
            list_faults(error, model, DataFile("title.toml", {}, find_lines(text)))
        ) from None

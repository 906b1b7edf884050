"""Tables that become values of the rules."""

from dataclasses import fields
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from companion.titles.schema.fields import Table

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

V = TypeVar("V", bound="DataclassInstance")


class ValueTable(Table, Generic[V]):
    """A table whose keys are fields of one value. The class of the value stands in brackets."""

    def build(self) -> V:
        """Return the value."""
        tables = (base for base in type(self).mro() if issubclass(base, ValueTable))
        brackets = (table.__pydantic_generic_metadata__["args"] for table in tables)
        kind: type[V] = next(args[0] for args in brackets if args)
        return make_value(self, kind)


def make_value(table: Table, kind: type[V], /, **others: Any) -> V:
    """Return a value of a dataclass, with those of its fields that are keys of the table.

    ``others`` are its other fields, and those that differ from the key of their name.
    """
    names = {field.name for field in fields(kind)}.difference(others)
    own = {key: value_of(found) for key, found in table.__dict__.items() if key in names}
    return kind(**own, **others)


def value_of(found: Any) -> Any:
    """Return what a key holds, with the values of the tables in it that become values."""
    if isinstance(found, ValueTable):
        return found.build()
    return tuple(map(value_of, found)) if isinstance(found, tuple) else found

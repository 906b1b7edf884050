"""Tables that become values of the rules as they are written."""

from typing import TYPE_CHECKING, Generic, TypeVar

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
        return self.make(kind)

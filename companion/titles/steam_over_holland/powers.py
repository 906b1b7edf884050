"""Powers of the privates of Steam over Holland that no other title has."""

from companion.titles.schema import privates
from companion.titles.schema.fields import Flag, Percent, Sum, describe


class Powers(privates.Powers):
    """The powers of a private that no other title has."""

    extra_lay: Flag | None = describe("One more lay, once.", True, None)
    river: Sum | None = describe("The sum that it pays once for crossing a river.", 50, None)
    token: Flag | None = describe("It pays once for a token.", True, None)
    discount: Percent | None = describe("The percent that trains of the bank cost less.", 10, None)

"""Games that begin in the middle: the sheet of a position, its faults, and the state it gives."""

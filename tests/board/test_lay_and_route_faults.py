"""Every fault can be said: its code has a sentence, and each sentence belongs to a fault."""

from __future__ import annotations

import re

import pytest

from companion.board.lay_and_route_faults import SENTENCES, Fault
from tests.board.recorded_boards import ROOT

SOURCES = ("lays.py", "routes.py", "path_completion.py")


def codes_used():
    text = "".join((ROOT / "companion" / "board" / name).read_text() for name in SOURCES)
    codes = set(re.findall(r'Fault\(\s*"(\w+)"', text))
    several = re.findall(r'Fault\(\s*"(\w+)"[^\n]*how="(\w+)"', text)
    return codes | {f"{code}.{how}" for code, how in several}


def test_every_code_has_its_sentence_and_every_sentence_is_used():
    assert codes_used() == set(SENTENCES)


@pytest.mark.parametrize("code", SENTENCES)
def test_a_fault_is_a_sentence_with_its_places_by_hex(code):
    fault = Fault(code, "H12", 1, "H12.0", "F6.0", "57", "2-0", "green")
    assert fault.says[0].isupper()
    assert fault.says.endswith(".")
    assert "H12.0" not in fault.says
    assert "None" not in fault.says


def test_a_colour_fault_names_the_colour_and_the_tile():
    fault = Fault("colour", hex="H10", tile="14", text="yellow")
    assert fault.says == "H10 takes a yellow tile next, and tile 14 is not one."

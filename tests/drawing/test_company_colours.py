"""The colours of companies, and what may stand on and around them."""

from __future__ import annotations

import pytest

from companion.drawing import (
    CompanyLook,
    company_css,
    contrast,
    dim_colour,
    edge_colour,
    short_marks,
    slug,
    text_on,
)

COLOURS = ["#32763f", "#474548", "#d1232a", "#025aaa", "#add8e6", "#fff500", "#d88e39", "#ffffff"]


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize(("dark", "sheet"), [(False, "#f8faf5"), (True, "#172023")])
def test_the_edge_stands_three_to_one_on_the_sheet(colour: str, dark: bool, sheet: str) -> None:
    assert contrast(edge_colour(colour, dark), sheet) >= 3


@pytest.mark.parametrize("colour", COLOURS)
def test_text_on_a_company_can_be_read(colour: str) -> None:
    assert contrast(text_on(colour), colour) >= 4.5
    assert contrast(text_on(dim_colour(colour)), dim_colour(colour)) >= 4.5


def test_bright_colours_are_dimmed_in_the_dark_and_others_kept() -> None:
    assert dim_colour("#fff500") == "#d6ce00"
    assert dim_colour("#025aaa") == "#025aaa"


def test_symbols_make_class_names() -> None:
    assert [slug(s) for s in ("PRR", "B&O", "L/N", "&")] == ["prr", "b-o", "l-n", "x"]


def test_short_marks_are_unique() -> None:
    symbols = ["PRR", "NYC", "CPR", "B&O", "C&O", "ERIE", "NYNH", "B&M", "PR", "P"]
    marks = short_marks(symbols)
    assert marks["B&O"] == "BO"
    assert len(set(marks.values())) == len(symbols)


def test_the_style_rules_know_both_themes() -> None:
    css = company_css([CompanyLook("B&O", "BO", "#025aaa")])
    assert ".c-b-o{--c:#025aaa;--c-ink:#ffffff;--c-edge:#025aaa}" in css
    light, dark = css.split("@media(prefers-color-scheme:dark)")
    assert light.count(".c-b-o{") == dark.count(".c-b-o{") == 1
    assert css.count("{") == css.count("}")


def test_a_word_that_is_no_colour_is_refused() -> None:
    with pytest.raises(ValueError, match="mauve-ish"):
        text_on("mauve-ish")

"""Fast texts for drawings on paper: each text is drawn as one line.

WeasyPrint draws each letter of an SVG text separately, because each may have its own position and
rotation. Text that is not left-aligned also gets a group of its own. Our texts have one position,
and a report has many of them. Drawn letter by letter they would take as long as a whole chapter.
"""

from functools import lru_cache
from typing import Any

BEFORE = {"middle": 0.5, "end": 1.0}  # part of the width to the left of the position


def install() -> None:
    """Replace WeasyPrint's drawing of SVG texts."""
    from weasyprint import svg

    svg.TAGS["text"] = set_words


def set_words(svg: Any, node: Any, font_size: float) -> None:
    """Draw a ``text`` element without children at its position."""
    from weasyprint.draw.text import draw_emojis, draw_first_line
    from weasyprint.matrix import Matrix
    from weasyprint.svg.text import TextBox
    from weasyprint.text.line_break import create_layout, line_size

    if not node.text:
        return
    style = _style(
        svg.font_config, node.get("font-family"), int(node.get("font-weight", 400)), font_size
    )
    layout = create_layout(node.text, style, svg.context, None, 0)
    line, _ = layout.get_first_line()
    width, _ = line_size(line, style)
    x, y = float(node.get("x")), float(node.get("y"))
    x -= width * BEFORE.get(node.get("text-anchor"), 0.0)
    stream = svg.stream
    stream.push_state()
    fill, stroke = svg.set_graphical_state(node, font_size)
    stream.begin_text()
    svg.fill_stroke(fill, stroke, text=True)
    box = TextBox(layout, style)
    emojis = draw_first_line(stream, box, "none", "none", Matrix(d=-1, e=x, f=y))
    stream.end_text()
    stream.pop_state()
    draw_emojis(stream, style, x, y, emojis)


def forget() -> None:
    """Release the fonts."""
    _style.cache_clear()


@lru_cache(maxsize=512)
def _style(fonts: Any, families: str, weight: int, size: float) -> Any:
    """Return a WeasyPrint style for such texts."""
    from weasyprint.css.properties import INITIAL_VALUES
    from weasyprint.svg.text import Style

    style = Style()
    style.update(INITIAL_VALUES)
    style.font_config = fonts
    style["font_family"] = [family.strip() for family in families.split(",")]
    style["font_weight"] = weight
    style["font_size"] = size
    return style

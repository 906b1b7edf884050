"""A listener at a keyboard: hears a page as the browser's own accessibility tree tells it.

A screen reader speaks role, name, value and state of what has the focus. Before that it names the
landmarks and groups that were entered, and it reads new lines of live regions. This listener writes
the same strings down.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.test_double_taps import settled

Node = dict[str, Any]

STABLE = 4  # readings that agree: the browser builds the tree of a new page bit by bit
TABS = 90  # more than any page has
# said as a whole, with what is in them
WHOLE = frozenset(
    (
        *("button", "checkbox", "combobox", "DisclosureTriangle", "heading", "image", "link"),
        *("option", "radio", "searchbox", "slider", "spinbutton", "textbox"),
    )
)
PLACES = frozenset(
    (
        *("alert", "banner", "complementary", "figure", "form", "group", "log", "main"),
        *("navigation", "region", "status", "table"),
    )
)
CELLS = ("cell", "columnheader", "gridcell", "rowheader")
# each is read as one line
LINES = frozenset((*CELLS, "paragraph", "listitem", "term", "definition", "Caption"))
STATES = ("checked", "disabled", "expanded", "invalid", "pressed", "selected")

RECORD = """() => {
  window.heardLines = [];
  new MutationObserver((changes) => {
    for (const change of changes)
      for (const line of change.addedNodes) window.heardLines.push(line.textContent);
  }).observe(document.getElementById("live"), { childList: true });
}"""

# whether what has the focus may have this in its name: asking the tree each time takes long
HOLDS = """name => {
  const part = document.activeElement;
  const words = [part.ariaLabel, part.textContent, part.labels?.[0]?.textContent];
  return words.join(" ").replace(/\\s+/g, " ").includes(name.split(" ")[0]);
}"""

FRAMES = """() => new Promise((then) =>
    requestAnimationFrame(() => requestAnimationFrame(then)))"""


class Listener:
    """Someone who presses keys, and hears what is said."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._session = page.context.new_cdp_session(page)
        self._within: list[str] = []
        self.said: list[str] = []

    def open(self, address: str) -> None:
        """Open a page, and hear its title."""
        self.page.goto(address)
        settled(self.page)
        self.page.evaluate(RECORD)
        self.said.append(f"# {self.page.title()}")

    def read(self, part: str = "main ") -> None:
        """Read a part of the page from top to bottom, such as "group Dividend"."""
        found: list[list[str]] = []
        while len(found) < STABLE or any(lines != found[-1] for lines in found[-STABLE:]):
            self.page.evaluate(FRAMES)
            tree = Tree(self._session)
            read = next(node for node in tree.nodes.values() if tell(node).startswith(part))
            found.append(list(tree.lines(read)))
        self.said += [f"  {line}" for line in found[-1]]

    def press(self, *keys: str) -> None:
        """Press keys, and hear what is announced and what has the focus then."""
        for key in keys:
            self.page.keyboard.press(key)
        settled(self.page)
        expect(self.page.locator("#live[data-waits]")).to_have_count(0)
        self.said.append(f"> {' '.join(keys)}")
        self._hear()

    def type(self, words: str) -> None:
        """Type letters into what has the focus."""
        self.page.keyboard.type(words)
        settled(self.page)
        self.said.append(f"> type {words}")
        self._hear()

    def go(self, name: str, back: bool = False) -> None:
        """Press Tab until something with this in its name has the focus."""
        for _ in range(TABS):
            self.page.keyboard.press("Shift+Tab" if back else "Tab")
            if self.page.evaluate(HOLDS, name) and name in self.find_focus()[-1]:
                self.said.append(f"> Tab to {name}")
                self._hear()
                return
        raise AssertionError(f"Tab never comes to {name}")

    def take_announcements(self) -> list[str]:
        """Return the lines that were announced since it was asked last."""
        return list(self.page.evaluate("() => window.heardLines.splice(0)"))

    def find_focus(self) -> list[str]:
        """Return the named places around what has the focus, and the thing itself."""
        return Tree(self._session).find_focus()

    def _hear(self) -> None:
        self.said += [f"  ((o)) {line}" for line in self.take_announcements()]
        *within, thing = self.find_focus()
        entered = [place for place in within if place not in self._within]
        self._within = within
        self.said.append("  " + ", ".join([*entered, thing]))


class Tree:
    """The accessibility tree of a page."""

    def __init__(self, session: Any) -> None:
        found = session.send("Accessibility.getFullAXTree")["nodes"]
        self.nodes: dict[str, Node] = {node["nodeId"]: node for node in found}

    def find_focus(self) -> list[str]:
        """Return the names of the places around what has the focus, and how it is told."""
        has = [node for node in self.nodes.values() if _property(node, "focused")]
        if not has:
            return ["nothing"]
        node = has[-1]
        around = []
        while parent := self.nodes.get(node.get("parentId", "")):
            node = parent
            if not node.get("ignored") and role(node) in PLACES and name(node):
                around.append(f"{role(node)} {name(node)}")
        return [*reversed(around), tell(has[-1])]

    def lines(self, node: Node) -> Iterator[str]:
        """Yield a node and all that is in it, in the order in which it is read."""
        if node.get("ignored"):
            yield from self._below(node)
        elif role(node) == "StaticText":
            if name(node):
                yield name(node)
        elif role(node) == "row":
            yield " | ".join(" ".join(self._below(cell)) for cell in self._cells(node))
        elif role(node) == "group" and name(node).startswith("Map"):
            yield f"{tell(node)}: {len(node['childIds'])} hexes and stops"
        elif role(node) in LINES and not self._has_places(node):
            if words := " ".join(self._below(node)):
                yield words
        elif role(node) in WHOLE:
            yield tell(node)
        elif role(node) in PLACES:
            yield tell(node)
            yield from self._below(node)
        else:
            yield from self._below(node)

    def _below(self, node: Node) -> Iterator[str]:
        for child in node.get("childIds", ()):
            if child in self.nodes:
                yield from self.lines(self.nodes[child])

    def _has_places(self, node: Node) -> bool:
        below = [self.nodes[id] for id in node.get("childIds", ()) if id in self.nodes]
        return any(role(one) in PLACES or self._has_places(one) for one in below)

    def _cells(self, node: Node) -> Iterator[Node]:
        for child in (self.nodes[id] for id in node.get("childIds", ()) if id in self.nodes):
            if role(child) in CELLS and not child.get("ignored"):
                yield child
            else:
                yield from self._cells(child)


def role(node: Node) -> str:
    return str(node.get("role", {}).get("value", ""))


def name(node: Node) -> str:
    said = str(node.get("name", {}).get("value", ""))
    return " ".join(said.replace("\u00ad", "").split())


def tell(node: Node) -> str:
    """Return role, name, value, description and states of a node."""
    said = role(node)
    if said == "heading":
        said = f"heading {_property(node, 'level')}"
    said = f"{said} {name(node)}" if name(node) else said
    value = node.get("value", {}).get("value", "")
    if value != "":
        said += f" = {value}"
    if described := node.get("description", {}).get("value", ""):
        said += f" ({described})"
    for state in STATES:
        now = _property(node, state)
        if now in (True, "true"):
            said += f", {state}"
        elif state == "expanded" and now is False:
            said += ", collapsed"
    return said


def _property(node: Node, wanted: str) -> Any:
    for one in node.get("properties", ()):
        if one["name"] == wanted:
            return one["value"].get("value")
    return None

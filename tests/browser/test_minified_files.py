"""Style sheets and scripts mean the same as their sources after they are squeezed."""

import re
from pathlib import Path

from playwright.sync_api import Browser

from companion.web.render import static_assets

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "static"
PARSER = ROOT / "node_modules" / "acorn" / "dist" / "acorn.js"  # it comes with eslint

RULES = """text => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return [...sheet.cssRules].map((rule) => rule.cssText);
}"""
TREE = """text => {
    const places = new Set(["start", "end"]);
    const tree = acorn.parse(text, { ecmaVersion: "latest" });
    return JSON.stringify(tree, (key, value) => (places.has(key) ? undefined : value));
}"""


def sources(kind: str) -> list[str]:
    return [file.read_text() for file in sorted((STATIC / kind).rglob(f"*.{kind}"))]


def test_a_browser_reads_the_same_rules_in_squeezed_style_sheets(browser: Browser) -> None:
    page = browser.new_page()
    squeeze = static_assets.SQUEEZE["text/css"]
    for source in sources("css"):
        read = [page.evaluate(RULES, text) for text in (source, squeeze(source.encode()).decode())]
        # a browser tells some of it as it is written: what is said of variables, what is asked
        told, sent = (
            [re.sub(r"(?<=[,(:])\s+|\s+(?=\))", "", " ".join(rule.split())) for rule in rules]
            for rules in read
        )
        assert told
        assert sent == told
    page.close()


def test_squeezed_scripts_are_the_same_programs(browser: Browser) -> None:
    page = browser.new_page()
    page.add_script_tag(path=PARSER)
    squeeze = static_assets.SQUEEZE["text/javascript"]
    for source in sources("js"):
        told, sent = (
            page.evaluate(TREE, text) for text in (source, squeeze(source.encode()).decode())
        )
        assert sent == told
    page.close()

"""Subcommands of `companion title`: begin a title of data, check it, and pack it.

Each returns 0 when done, else 1 after printing the faults.
"""

import sys
from collections.abc import Callable
from pathlib import Path

from companion import progress
from companion.board.tiles import DataError
from companion.reporting.browser_page import make_page
from companion.reporting.pdf import PangoMissingError, print_pdf
from companion.reporting.title_proof import proof_html
from companion.rules.data.setup import BadSetupError
from companion.rules.judge.rules import Rules
from companion.titles import Title
from companion.titles.folders import check_slug, open_folder, smallest_setup
from companion.titles.packs import ENDING, NEEDED, read_folder
from companion.titles.remarks import list_remarks
from companion.titles.trial_result import Trial, describe_end


def begin_command(slug: str, template: Path) -> int:
    """Write a folder of that name with the files of the ``template``."""
    folder = Path(slug)
    try:
        check_slug(slug)
    except DataError as fault:
        print(fault, file=sys.stderr)
        return 1
    if folder.exists():
        print(f"{folder} exists already.", file=sys.stderr)
        return 1
    folder.mkdir()
    for name in NEEDED:
        text = (template / name).read_text(encoding="utf-8")
        (folder / name).write_text(text.replace('"my-title"', f'"{slug}"'), encoding="utf-8")
    print(f"{folder}: a small game to fill in. Next: companion title check {folder}")
    return 0


def check_command(folder: Path, out: Path, paper: str, play: Callable[[Title], Trial]) -> int:
    """List the faults of a title. Without any, list the remarks, draw its proof sheet and play it.

    The sheet is ``out`` with the endings of a page and of a PDF.
    """
    try:
        title = open_folder(folder)
        rules = title.rules(smallest_setup(title))
    except (DataError, BadSetupError) as faults:
        print(faults, file=sys.stderr)
        return 1
    print(f"{rules.data.name}: no faults.", flush=True)
    for remark in list_remarks(title):
        when = remark.condition
        print(f"{when}, look at {remark.text}." if when else f"Look at {remark.text}.", flush=True)
    if sys.stderr.isatty():
        progress.register(lambda part: print(f"\r{part:.0%} played", end="\r", file=sys.stderr))
    trial = play(title)
    html = proof_html(rules, paper, trial)
    screen, printed = (out.with_name(out.name + ending) for ending in (".html", ".pdf"))
    screen.write_bytes(make_page(html, f"companion title check {folder}"))
    print(f"{screen}: the proof sheet")
    try:
        printed.write_bytes(print_pdf(html))
        print(f"{printed}: the proof sheet")
    except PangoMissingError as fault:
        print(fault, file=sys.stderr)
    _print_trial(rules, trial)
    return 1 if trial.problems else 0


def _print_trial(rules: Rules, trial: Trial) -> None:
    if not (trial.games or trial.problems):
        print("No game was played.")
        return
    print(f"{trial.games} random games, {trial.actions} actions:")
    for ended, count in trial.ends.most_common():
        print(f"{count:>8} ended: {describe_end(rules, ended)}")
    for phase in rules.data.phases:
        print(f"{trial.phases[phase.name]:>8} reached phase {phase.name}")
    for kind, names in trial.never():
        print(f"{kind}: {', '.join(names)}.")
    for problem in trial.problems:
        print(problem, file=sys.stderr)


def pack_command(folder: Path, out: Path | None) -> int:
    """Write the pack of a title that has no faults."""
    try:
        title, pack = open_folder(folder), read_folder(folder)
    except DataError as faults:
        print(faults, file=sys.stderr)
        return 1
    out = out or Path(f"{title.head.slug}{ENDING}")
    out.write_bytes(pack.raw)
    print(f"{out}: {len(pack.raw) // 1000} kB, SHA-256 {pack.sha256}")
    return 0

"""Measured figures, how they are printed, and the machine they were measured on."""

import os
import platform
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.board.bestrun.benchmarks import percentile


class NotMeasuredError(Exception):
    """A figure could not be measured here; the message says why."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured figure: its name, value, unit and the bound it should stay within."""

    what: str
    value: float
    unit: str
    bound: float | None = None

    @property
    def within(self) -> bool:
        """Whether the figure is within its bound."""
        return self.bound is None or self.value <= self.bound

    def __str__(self) -> str:
        bound = "" if self.bound is None else f"  (bound {self.bound:g} {self.unit})"
        missed = "" if self.within else "  MISSED"
        return f"  {self.what:<52}{self.value:>10.4g} {self.unit}{bound}{missed}"


def times(
    what: str, seconds: Sequence[float], p95: float | None = None, most: float | None = None
) -> Iterator[Figure]:
    """Yield median, p95 and maximum of some times in ms, with bounds for the last two."""
    if not seconds:
        raise NotMeasuredError(f"{what}: nothing was timed")
    yield Figure(f"{what}, median of {len(seconds)}", 1000 * percentile(seconds, 0.5), "ms")
    yield Figure(f"{what}, p95", 1000 * percentile(seconds, 0.95), "ms", p95)
    yield Figure(f"{what}, maximum", 1000 * max(seconds), "ms", most)


def machine() -> str:
    """Describe this computer and its load in one line."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        found = re.search(r"model name\s*: (.*)", cpuinfo.read_text())
        model = found[1] if found else model
    line = f"{model}, {os.cpu_count()} cores, {platform.system()}, "
    line += f"Python {platform.python_version()}"
    if hasattr(os, "getloadavg"):
        line += f", load {os.getloadavg()[0]:.1f}"
    return line

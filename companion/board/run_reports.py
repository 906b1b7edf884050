"""Reports of routes and runs: their stops, revenue and faults."""

from __future__ import annotations

from dataclasses import dataclass

from companion.values import speed_up

from .lay_and_route_faults import Fault

Path = tuple[str, ...]


@speed_up
@dataclass(frozen=True, slots=True)
class StopReport:
    """A stop of a route and its pay, before a train's multiplier."""

    stop: str
    name: str
    value: int
    counted: bool  # whether this train is paid for it
    times: int = 1  # the train's multiplier, if it applies here
    by: str = ""  # the train that is paid for it instead


@speed_up
@dataclass(frozen=True, slots=True)
class RouteReport:
    """The revenue of one route in detail, and its faults."""

    train: str
    path: Path
    stops: tuple[StopReport, ...]
    bonuses: tuple[tuple[str, int], ...]
    multiplier: int
    revenue: int
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class RunReport:
    """All routes of one run; ``faults`` are those between routes."""

    routes: tuple[RouteReport, ...]
    revenue: int
    faults: tuple[Fault, ...]

    @property
    def all_faults(self) -> tuple[Fault, ...]:
        """Every fault, a route's own first."""
        return tuple(f for r in self.routes for f in r.faults) + self.faults

    @property
    def legal(self) -> bool:
        """Whether the run breaks no rule."""
        return not self.faults and not any(r.faults for r in self.routes)

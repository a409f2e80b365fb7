"""Games between computer players, many at a time, and what they are worth."""

from entente.arena.contest import Contest, contest, local
from entente.arena.entrants import entrant
from entente.arena.report import report
from entente.arena.result import Failure, SeatResult, Simulation
from entente.arena.results import GameResult, read
from entente.arena.schedule import Fixture, Tournament, Variant, schedule
from entente.arena.simulate import Plan, simulate
from entente.arena.standings import Standing, Table, tables

__all__ = [
    "Contest",
    "Failure",
    "Fixture",
    "GameResult",
    "Plan",
    "SeatResult",
    "Simulation",
    "Standing",
    "Table",
    "Tournament",
    "Variant",
    "contest",
    "entrant",
    "local",
    "read",
    "report",
    "schedule",
    "simulate",
    "tables",
]

"""Many games between computer players, and their evaluation."""

from entente.arena.entrants import entrant
from entente.arena.report import report
from entente.arena.result import Failure, SeatResult, Simulation
from entente.arena.results import GameResult, read
from entente.arena.schedule import Fixture, Tournament, Variant, schedule
from entente.arena.simulate import SimulationPlan, simulate
from entente.arena.standings import Standing, Table, tables
from entente.arena.tournament_run import TournamentRun, local, run_tournament

__all__ = [
    "Failure",
    "Fixture",
    "GameResult",
    "SeatResult",
    "Simulation",
    "SimulationPlan",
    "Standing",
    "Table",
    "Tournament",
    "TournamentRun",
    "Variant",
    "entrant",
    "local",
    "read",
    "report",
    "run_tournament",
    "schedule",
    "simulate",
    "tables",
]

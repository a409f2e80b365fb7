"""Games between computer players, many at a time."""

from entente.arena.result import Failure, SeatResult, Simulation
from entente.arena.simulate import Plan, simulate

__all__ = ["Failure", "Plan", "SeatResult", "Simulation", "simulate"]

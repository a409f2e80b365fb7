"""The engine of Diplomacy."""

from __future__ import annotations

from entente.games.diplomacy.engine import evaluation, negotiation
from entente.games.diplomacy.engine.batch_search import warm_up as prepare
from entente.games.diplomacy.engine.certain_orders import check_answer, find_puzzle, reply_words
from entente.games.diplomacy.engine.engine import LEVELS, DiplomacyEngine
from entente.games.diplomacy.engine.features import DiplomacyPosition, evaluate
from entente.games.diplomacy.engine.negotiation.negotiator import DiplomacyNegotiator, Style
from entente.games.diplomacy.engine.public_figures import PUBLIC_FIGURES
from entente.games.diplomacy.engine.revealed_orders import is_revealed_order, revealed_answer
from entente.players.engines import EASY, USUAL, Budget, Engine
from entente.players.letters import Negotiator

USUAL_YEARS = 15
STYLES = {EASY: Style(offers=0, counters=False, certain=True, positions=200)}

__all__ = [
    "PUBLIC_FIGURES",
    "check_answer",
    "create_engine",
    "create_negotiator",
    "evaluate",
    "evaluation",
    "find_puzzle",
    "is_revealed_order",
    "negotiation",
    "prepare",
    "progress",
    "reply_words",
    "revealed_answer",
]


def progress(position: DiplomacyPosition) -> float:
    """How far the game has come, from 0 to 1; without a last year, fifteen years are assumed."""
    state, first = position.state, position.context.board.tables.game.first_year
    last = int(state.options["end_year"]) or first + USUAL_YEARS
    return (state.year - first) / max(1, last + 1 - first)


def create_engine(game_id: str, level: str, seed: str) -> Engine:
    """Return the engine of a level."""
    return DiplomacyEngine(LEVELS[level], seed)


def create_negotiator(game_id: str, level: str, seed: str, budget: Budget = USUAL) -> Negotiator:
    """Return the negotiator of a level."""
    return DiplomacyNegotiator(LEVELS[level], STYLES.get(level, Style()), seed, budget)

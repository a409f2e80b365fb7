"""How a player with a network thinks: the search of any game, with the network at its ends."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
import onnxruntime

from entente.kernel import UserError, say
from entente.learning.action_vocabulary import MOST, NOTHING, Numbers
from entente.learning.extras import PACKAGE
from entente.learning.judgement import Judgement
from entente.learning.network import Array, Judge
from entente.players.engines.any_game import AnyGameEngine, SearchLevel
from entente.players.levels import budget_of
from entente.players.player import PlayerView
from entente.players.search_result import SearchResult

LEVEL = SearchLevel(500, compared=4, answers=6)


class OnnxNetwork:
    """A network that onnxruntime runs, on one processor."""

    def __init__(self, file: Path) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        try:
            self._session = onnxruntime.InferenceSession(
                file.read_bytes(), options, providers=["CPUExecutionProvider"]
            )
            notes = self._session.get_modelmeta().custom_metadata_map
            self.game, self.rules = str(notes["game"]), str(notes["rules"])
            self.row = int(self._session.get_inputs()[0].shape[1])
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
            message = say("mistake.network.broken", file=str(file), error=said)
            raise UserError(message, PACKAGE) from error
        self._no_words: Array = np.full((1, MOST), NOTHING, dtype=np.int64)
        self._no_base: Array = np.zeros(1, dtype=np.float32)

    def value(self, row: Sequence[float], base: float) -> float:
        given = {
            "row": np.asarray([row], dtype=np.float32),
            "base": np.asarray([base], dtype=np.float32),
            "words": self._no_words,
        }
        return float(self._session.run(["value"], given)[0][0])

    def policy_logits(self, row: Sequence[float], actions: Sequence[Numbers]) -> list[float]:
        given = {
            "row": np.asarray([row], dtype=np.float32),
            "base": self._no_base,
            "words": np.asarray(actions, dtype=np.int64),
        }
        found: list[float] = self._session.run(["liking"], given)[0].tolist()
        return found


@lru_cache(maxsize=8)
def network_of(file: Path) -> OnnxNetwork:
    """The network of a file, read once."""
    return OnnxNetwork(file)


class LearnedPlayer:
    """Plays with a network. Its choice follows from the seed, the budget and what it sees."""

    def __init__(
        self, game_id: str, seed: str, judge: Judge, character: str = "", level: SearchLevel = LEVEL
    ) -> None:
        self._game_id = game_id
        self._seed = seed
        self._judge = judge
        self._level = level
        self._budget = budget_of(character)
        self._mind: AnyGameEngine | None = None

    def choose(self, sight: PlayerView) -> str:
        return self.think(sight).action

    def think(self, sight: PlayerView) -> SearchResult:
        """What it chooses, and why."""
        if self._mind is None:
            self._mind = AnyGameEngine(self._judgement(sight), self._level, self._seed)
        return self._mind.think(sight, self._budget)

    def _judgement(self, sight: PlayerView) -> Judgement:
        """Seats and the numbers of a row are those of the game that is played."""
        judgement = Judgement(sight.game, self._judge)
        network = self._judge
        if isinstance(network, OnnxNetwork) and network.row != judgement.rows.size:
            message = say("mistake.network.other", game=sight.game.info.id, rules=network.rules)
            raise UserError(message, PACKAGE)
        return judgement

"""The player `learned`: the generic search with a network as its evaluation."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
import onnxruntime

from entente.kernel import UserError, say
from entente.learning.action_vocabulary import MAX_TOKENS, PADDING, TokenIds
from entente.learning.network import Array, PolicyValueNetwork
from entente.learning.network_evaluation import NetworkEvaluation
from entente.learning.player import PACKAGE
from entente.players.engines.any_game import AnyGameEngine, SearchLevel
from entente.players.levels import budget_of
from entente.players.player import PlayerView
from entente.players.search_result import SearchResult

LEVEL = SearchLevel(500, compared=4, answers=6)


class OnnxNetwork:
    """A network run by onnxruntime on one thread."""

    def __init__(self, file: Path) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        try:
            self._session = onnxruntime.InferenceSession(
                file.read_bytes(), options, providers=["CPUExecutionProvider"]
            )
            metadata = self._session.get_modelmeta().custom_metadata_map
            self.game, self.rules = str(metadata["game"]), str(metadata["rules"])
            self.features = int(self._session.get_inputs()[0].shape[1])
        except Exception as error:
            text = f"{type(error).__name__}: {error}"
            message = say("mistake.network.broken", file=str(file), error=text)
            raise UserError(message, PACKAGE) from error
        self._no_words: Array = np.full((1, MAX_TOKENS), PADDING, dtype=np.int64)
        self._no_base: Array = np.zeros(1, dtype=np.float32)

    def value(self, features: Sequence[float], base: float) -> float:
        inputs = {
            "row": np.asarray([features], dtype=np.float32),
            "base": np.asarray([base], dtype=np.float32),
            "words": self._no_words,
        }
        return float(self._session.run(["value"], inputs)[0][0])

    def policy_logits(self, features: Sequence[float], actions: Sequence[TokenIds]) -> list[float]:
        inputs = {
            "row": np.asarray([features], dtype=np.float32),
            "base": self._no_base,
            "words": np.asarray(actions, dtype=np.int64),
        }
        logits: list[float] = self._session.run(["liking"], inputs)[0].tolist()
        return logits


@lru_cache(maxsize=8)
def load_network(file: Path) -> OnnxNetwork:
    """Load a network; cached."""
    return OnnxNetwork(file)


class LearnedPlayer:
    """Plays with a network; deterministic given the seed, the budget and the view."""

    def __init__(
        self,
        game_id: str,
        seed: str,
        network: PolicyValueNetwork,
        character: str = "",
        level: SearchLevel = LEVEL,
    ) -> None:
        self._game_id = game_id
        self._seed = seed
        self._network = network
        self._level = level
        self._budget = budget_of(character)
        self._engine: AnyGameEngine | None = None

    def __repr__(self) -> str:
        return f"<LearnedPlayer of {self._game_id}, seed {self._seed!r}>"

    def choose(self, view: PlayerView) -> str:
        return self.think(view).action

    def think(self, view: PlayerView) -> SearchResult:
        """Search for an action, with the reasons."""
        if self._engine is None:
            self._engine = AnyGameEngine(self._evaluation(view), self._level, self._seed)
        return self._engine.think(view, self._budget)

    def _evaluation(self, view: PlayerView) -> NetworkEvaluation:
        """Build the evaluation; UserError if the network does not fit the game."""
        evaluation = NetworkEvaluation(view.game, self._network)
        network = self._network
        if isinstance(network, OnnxNetwork) and network.features != evaluation.encoder.size:
            message = say("mistake.network.other", game=view.game.info.id, rules=network.rules)
            raise UserError(message, PACKAGE)
        return evaluation

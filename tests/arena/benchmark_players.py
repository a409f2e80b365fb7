"""Players for the tests of the benchmark."""

from __future__ import annotations

from entente.players import PlayerView


class Silent:
    """Never has an answer."""

    def __init__(self, game_id: str, seed: str) -> None:
        self.seed = seed

    def choose(self, view: PlayerView) -> str:
        raise RuntimeError("no idea")


class Holds:
    """Holds everywhere, and stops a run at a position if a test wants that."""

    stop_at = ""

    def __init__(self, game_id: str, seed: str) -> None:
        self.seed = seed

    def choose(self, view: PlayerView) -> str:
        if self.stop_at and self.stop_at in self.seed:
            raise KeyboardInterrupt
        return view.decision.menu[0]

"""Write the tables of docs/observations.md: the blocks of every game's observation.

python -m scripts.observation_tables docs/observations.md
"""

from __future__ import annotations

import sys
from pathlib import Path

from entente.envs.arrays import Observer
from entente.envs.env_state import EnvSpec
from entente.kernel import registry

MARK = "<!-- tables -->"


def table(game_id: str) -> str:
    """Return the table of a game: the numbers of each block, what a 1 stands for, its meaning."""
    spec = EnvSpec(game_id)
    observer, title = Observer(spec), spec.game.catalog("en").get("info.title")
    lines = [f"## {title}", ""]
    lines += [f"`{game_id}`, {observer.size:,} numbers.", ""]
    lines += ["| block | numbers | 1 stands for | meaning |", "| --- | ---: | ---: | --- |"]
    for name, where in observer.slices.items():
        info = observer.infos[name]
        size = where.stop - where.start
        lines.append(f"| `{name}` | {size:,} | {info.most:,.0f} | {info.meaning} |")
    return "\n".join(lines)


def page(text: str) -> str:
    """Return the page with new tables."""
    head = text[: text.index(MARK) + len(MARK)]
    games = [game for game in registry.names() if registry.part(game, "observations")]
    return "\n\n".join([head, *map(table, games)]) + "\n"


def main() -> int:
    """Write the tables into the page."""
    path = Path(sys.argv[1])
    path.write_text(page(path.read_text("utf-8")), "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

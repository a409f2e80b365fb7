"""Use a source checkout without installing it.

Games and players are registered by entry points, which an installation writes. Without one, as on a
machine with only Python and msgspec, this module writes the entry points of `pyproject.toml` into a
folder and puts it on the path.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

from entente import __version__
from entente.kernel import registry

ROOT = Path(__file__).parents[1]


def find_games(folder: Path = ROOT / "build/source-checkout") -> None:
    """Register the entry points of this checkout, unless an installation does."""
    if registry.names():
        return
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    metadata = folder / f"entente_games-{__version__}.dist-info"
    metadata.mkdir(parents=True, exist_ok=True)
    lines = list[str]()
    for group, points in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in points.items()), ""]
    head = f"Metadata-Version: 2.1\nName: entente-games\nVersion: {__version__}\n"
    (metadata / "METADATA").write_text(head, "utf-8")
    (metadata / "entry_points.txt").write_text("\n".join(lines), "utf-8")
    sys.path.append(str(folder))
    if not registry.names():
        raise SystemExit(f"no game is registered in {metadata}")

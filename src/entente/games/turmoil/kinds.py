"""Type names used in the view and the board data."""

from __future__ import annotations

from typing import Annotated

from entente.games.turmoil.board import AUTHORITARIAN, LIBERAL
from entente.kernel.schema_hints import each, one_of

SideName = Annotated[str, one_of(AUTHORITARIAN, LIBERAL)]
SideOrEmpty = Annotated[str, one_of(AUTHORITARIAN, LIBERAL, "")]
LevelName = Annotated[str, one_of("none", "presence", "domination", "control")]
EACH_SIDE = each(AUTHORITARIAN, LIBERAL)

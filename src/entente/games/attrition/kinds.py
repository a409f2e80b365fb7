"""Type names used in the view and the board data."""

from __future__ import annotations

from typing import Annotated

from entente.games.attrition.board import CENTRAL, CONTESTED, ENTENTE, NEUTRAL
from entente.kernel.schema_hints import each, one_of

SideName = Annotated[str, one_of(CENTRAL, ENTENTE)]
SideOrEmpty = Annotated[str, one_of(CENTRAL, ENTENTE, "")]
StatusName = Annotated[str, one_of(CENTRAL, ENTENTE, NEUTRAL, CONTESTED)]
TypeName = Annotated[str, one_of("infantry", "artillery", "airplane", "tank", "elite", "decoy")]
EACH_SIDE = each(CENTRAL, ENTENTE)

"""The class of a time control: players have one rating for each."""

from __future__ import annotations

from typing import Annotated

from entente.kernel.schema_hints import one_of
from entente.wire.tables import Live, TimeControl, Unlimited

LIVE, CORRESPONDENCE, FREE = "live", "correspondence", "free"
RATED_PACES = (LIVE, CORRESPONDENCE)
PaceClass = Annotated[str, one_of(LIVE, CORRESPONDENCE, FREE)]


def pace_class(time_control: TimeControl) -> str:
    """Return `live`, `correspondence` or `free`; a free table is never rated."""
    if isinstance(time_control, Unlimited):
        return FREE
    return LIVE if isinstance(time_control, Live) else CORRESPONDENCE

"""The class of a time control: players have one rating for each."""

from __future__ import annotations

from typing import Annotated

from entente.kernel.schema_hints import one_of
from entente.wire.tables import Live, Phases, TimeControl, Unlimited

LIVE, CORRESPONDENCE, FREE = "live", "correspondence", "free"
RATED_PACES = (LIVE, CORRESPONDENCE)
PaceClass = Annotated[str, one_of(LIVE, CORRESPONDENCE, FREE)]


def pace_class(time_control: TimeControl) -> str:
    """Return `live`, `correspondence` or `free`; a free table is never rated."""
    if isinstance(time_control, Unlimited):
        return FREE
    short = isinstance(time_control, Phases) and not time_control.is_long
    return LIVE if short or isinstance(time_control, Live) else CORRESPONDENCE

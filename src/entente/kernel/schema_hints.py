"""JSON schema hints for texts and mappings, beyond their Python types.

Rules work with plain strings; a client wants to know the possible values:

    Side = Annotated[str, one_of(CENTRAL, ENTENTE)]
    industry: Annotated[dict[Side, int], each(CENTRAL, ENTENTE)]
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec


def one_of(*values: str) -> msgspec.Meta:
    """Describe a text that is one of these."""
    return msgspec.Meta(extra_json_schema={"enum": list(values)})


def each(*keys: str) -> msgspec.Meta:
    """Describe a mapping that has all of these keys."""
    return msgspec.Meta(extra_json_schema={"required": list(keys)})


# Any JSON value, such as a value of a game's data or a changed part of a view.
DATA = "Data"
Data = Annotated[Any, msgspec.Meta(extra_json_schema={"$ref": f"#/components/schemas/{DATA}"})]

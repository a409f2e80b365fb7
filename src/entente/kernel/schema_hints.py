"""What the schema of a struct tells of a text or a mapping, beyond its type in Python.

Rules work with plain texts; a client wants to know which texts there are:

    Side = Annotated[str, one_of(CENTRAL, ENTENTE)]
    industry: Annotated[dict[Side, int], each(CENTRAL, ENTENTE)]
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec


def one_of(*values: str) -> msgspec.Meta:
    """A text that is one of these."""
    return msgspec.Meta(extra_json_schema={"enum": list(values)})


def each(*keys: str) -> msgspec.Meta:
    """A mapping in which none of these keys is missing."""
    return msgspec.Meta(extra_json_schema={"required": list(keys)})


# Anything that JSON can say: figures of a game's data whichever they are, what changed in a view.
DATA = "Data"
Data = Annotated[Any, msgspec.Meta(extra_json_schema={"$ref": f"#/components/schemas/{DATA}"})]

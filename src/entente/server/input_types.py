"""Validated types of request fields; text that no database can store is refused."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field


class RequestBody(BaseModel):
    """The JSON object of a request. A field that it does not have is refused by name: a mistyped
    one would silently leave the default."""

    model_config = ConfigDict(extra="forbid")


def storable(text: str) -> str:
    """Return a text without NUL and lone surrogates. Raise ValueError otherwise."""
    if not is_storable(text):
        raise ValueError("this text has characters that stand for nothing")
    return text


def is_storable(text: str) -> bool:
    """Return whether a text has neither NUL nor lone surrogates."""
    if "\x00" in text:
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


Storable = AfterValidator(storable)
Name = Annotated[str, Field(max_length=200)]  # of a person; accounts.py validates it
Id = Annotated[str, Field(max_length=40), Storable]  # of a seat, a table, a language
Word = Annotated[str, Field(max_length=200), Storable]  # a label, an address
Secret = Annotated[str, Field(max_length=400), Storable]  # a password, a token
DecisionId = Annotated[int, Field(ge=1, le=2**31 - 1)]  # of a question; limited by the column type
Url = Annotated[str, Field(max_length=1000), Storable]

"""Texts that come in from outside: what no database can store is refused at the door."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field


def storable(text: str) -> str:
    """A text without NUL and without halves of characters."""
    if "\x00" in text or not _encodable(text):
        raise ValueError("this text has characters that stand for nothing")
    return text


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


Storable = AfterValidator(storable)
Name = Annotated[str, Field(max_length=200)]  # of a person; accounts.py says what is wrong with it
Id = Annotated[str, Field(max_length=40), Storable]  # of a seat, a table, a language
Word = Annotated[str, Field(max_length=200), Storable]  # a label, an address
Secret = Annotated[str, Field(max_length=400), Storable]  # a password, a token
Url = Annotated[str, Field(max_length=1000), Storable]

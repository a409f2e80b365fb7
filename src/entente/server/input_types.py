"""What comes in from outside: what no database can store is refused at the door."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field


def storable(text: str) -> str:
    """A text without NUL and without halves of characters."""
    if not is_storable(text):
        raise ValueError("this text has characters that stand for nothing")
    return text


def is_storable(text: str) -> bool:
    """Whether a text is such a one."""
    if "\x00" in text:
        return False
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
Window = Annotated[int, Field(ge=1, le=2**31 - 1)]  # of a question; the database counts no further
Url = Annotated[str, Field(max_length=1000), Storable]

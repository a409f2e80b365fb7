"""Prepare msgspec decoders before threads need them, and decode packed data."""

from __future__ import annotations

import gzip
from importlib.resources import files
from typing import TypeVar

import msgspec

T = TypeVar("T")


def prepare(*kinds: object) -> None:
    """Resolve types for decoding. msgspec does so on first use, and crashes the process if two
    threads do it at once; so call this where a type is defined or a game is created, in one
    thread."""
    for kind in kinds:
        msgspec.json.Decoder(kind)


def read_packed(package: str, name: str, kind: type[T]) -> T:
    """Decode a file of JSON, packed with gzip, from the folder `data` of a package."""
    packed = files(package).joinpath("data", name).read_bytes()
    return msgspec.json.decode(gzip.decompress(packed), type=kind)

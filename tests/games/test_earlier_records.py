"""Records made before questions had numbers: they replay to the same states, byte for byte.

The record of a game that was played to its end has a digest of the state that was reached then.
"""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from entente.kernel import registry
from entente.kernel.record import dump, parse, record_of
from entente.kernel.state_migrations import is_fingerprint_of

FOLDER = Path(__file__).parent / "records"
GAMES = ("attrition", "diplomacy", "turmoil")


def records(game: str) -> list[bytes]:
    """The records of a file, which an empty line separates."""
    data = gzip.decompress((FOLDER / f"{game}.jsonl.gz").read_bytes())
    return [part + b"\n" for part in data.split(b"\n\n") if part.strip()]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("number", range(8))
def test_an_earlier_record_ends_as_it_did(game: str, number: int) -> None:
    data = records(game)[number]
    record = parse(data)
    match = record.verify(registry.load)
    assert dump(parse(data)) == data
    again = record_of(match, record.header.seats)
    assert again.moves == record.moves
    if record.footer is not None:
        assert again.footer is not None
        assert again.footer.end == record.footer.end
        assert is_fingerprint_of(record.footer.state, match.state)

"""Names that the server makes up."""

from __future__ import annotations

import secrets

import pytest

from entente.server.storage.ids import new_id


def test_a_name_never_reads_as_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    """`entente mcp --table -abc` would be taken for an option."""
    drawn = iter(["-a1Hpu-W7KAi", "_b2", "9bar9dWsdfaA"])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda _: next(drawn))
    assert new_id() == "9bar9dWsdfaA"


def test_names_are_different() -> None:
    assert len({new_id() for _ in range(1000)}) == 1000

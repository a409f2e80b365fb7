"""What a client accepts: its languages and encodings, with their weights."""

from __future__ import annotations

import pytest
from starlette.datastructures import Headers

from entente.server.http.negotiation import MOST, accepts_gzip, preferred_language
from tests.server.people import House

pytestmark = pytest.mark.shared_house


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("fr", "fr"),
        ("fr-CA,fr;q=0.9,en;q=0.8", "fr"),
        ("de, fr;q=0.9", "fr"),
        ("en;q=0.1, fr;q=1", "fr"),
        ("fr;q=0.5, en;q=0.5", "fr"),
        ("fr;q=0, *", "en"),
        ("de", "en"),
        ("french", "en"),
        ("fr;q=nonsense", "en"),
        ("fr;q=7, en;q=0.1", "en"),
        ("x," * MOST + "fr", "en"),
    ],
)
def test_the_language_a_client_likes_best(header: str, language: str) -> None:
    assert preferred_language(header) == language


@pytest.mark.parametrize(
    ("header", "packed"),
    [
        ("gzip, deflate, br", True),
        ("", False),
        ("gzip;q=0", False),
        ("br, gzip;q=0.0, *", False),
        ("*;q=0.5", True),
        ("identity", False),
    ],
)
def test_who_takes_packed_answers(header: str, packed: bool) -> None:
    assert accepts_gzip(Headers({"accept-encoding": header})) == packed


def test_answers_follow_what_a_client_accepts(house: House) -> None:
    client = house.person(None).client
    for path in ("/api/games", "/openapi.json", "/api/nothing"):
        answer = client.get(path, headers={"accept-encoding": "gzip;q=0"})
        assert "content-encoding" not in answer.headers
    refused = client.get("/api/nothing", headers={"accept-language": "de, fr;q=0.9"})
    french = client.get("/api/nothing", headers={"accept-language": "fr"}).json()["text"]
    assert refused.json()["text"] == french
    assert refused.json()["text"] != client.get("/api/nothing").json()["text"]
    games = client.get("/api/games", headers={"accept-language": "en;q=0.1, fr;q=1"})
    assert games.json() == client.get("/api/games?lang=fr").json()

"""Large frames are compressed for a client that asks for it."""

from __future__ import annotations

import gzip
import json

import pytest

from entente.kernel import registry
from entente.server.http.routes.live import PACKED
from tests.server.people import House


@pytest.mark.one_database
def test_only_large_frames_are_compressed_and_only_on_request(house: House) -> None:
    anna = house.person("Anna")
    seats = dict.fromkeys(registry.load("pax").info.seats, "me")
    table = anna.table("pax", seats=seats)
    address = f"/ws/tables/{table['id']}"
    with anna.live(table) as plain:
        text = json.dumps(plain.state)
        assert len(text) > PACKED  # as text, since it was not asked for
    with anna.client.websocket_connect(f"{address}?packed=true") as socket:
        data = socket.receive_bytes()
        assert len(data) < len(text) / 4
        state = json.loads(gzip.decompress(data))
        assert state["type"] == "state"
        assert state["seats"].keys() == plain.state["seats"].keys()
        assert json.loads(socket.receive_text())["type"] == "presence"  # small: as it is

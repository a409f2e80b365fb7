"""A small server that answers as an endpoint for language models does, and really runs."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, NamedTuple

Json = dict[str, Any]


class Fault(NamedTuple):
    """An answer that goes wrong: a status, a body, headers, and seconds between its bytes."""

    status: int = 200
    body: str = ""
    headers: dict[str, str] = {}
    drip: float = 0.0


Answering = Callable[[Json], str | tuple[int, str] | Fault]


def completion(
    text: str | None, finish: str = "stop", refusal: str | None = None, usage: Json | None = None
) -> str:
    """The body of an answer."""
    message = {"role": "assistant", "content": text, "refusal": refusal}
    counted = {"prompt_tokens": 90, "completion_tokens": 10, "total_tokens": 100}
    choice = {"index": 0, "message": message, "finish_reason": finish}
    return json.dumps({"id": "x", "choices": [choice], "usage": usage or counted})


class StandIn:
    """What it was asked, with the headers; `answering` makes the next answer of a request: what the
    model says, or a status and a body."""

    def __init__(self, answering: Answering) -> None:
        self.answering = answering
        self.requests: list[Json] = []
        self.headers: list[dict[str, str]] = []
        self.url = ""

    def answer(self, body: Json, headers: dict[str, str]) -> Fault:
        self.requests.append(body)
        self.headers.append(headers)
        made = self.answering(body)
        if isinstance(made, Fault):
            return made
        return Fault(*made) if isinstance(made, tuple) else Fault(200, completion(made))


@contextmanager
def running(answering: Answering) -> Iterator[StandIn]:
    """On any free port, until the end of the block."""
    stand_in = StandIn(answering)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            if self.path != "/v1/chat/completions":
                made = Fault(404, "no such path")
            else:
                headers = {key.lower(): value for key, value in self.headers.items()}
                made = stand_in.answer(json.loads(body), headers)
            said = made.body.encode()
            self.send_response(made.status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(said)))
            for name, value in made.headers.items():
                self.send_header(name, value)
            self.end_headers()
            with suppress(OSError):  # the client may not wait for all of it
                if not made.drip:
                    self.wfile.write(said)
                for byte in said if made.drip else b"":
                    self.wfile.write(bytes([byte]))
                    self.wfile.flush()
                    time.sleep(made.drip)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    stand_in.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield stand_in
    finally:
        server.shutdown()
        thread.join()
        server.server_close()

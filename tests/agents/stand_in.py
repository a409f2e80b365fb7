"""A small server that answers as an endpoint for language models does, and really runs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

Json = dict[str, Any]
Answering = Callable[[Json], str | tuple[int, str]]


class StandIn:
    """What it was asked, with the headers; `answering` makes the next answer of a request: what the
    model says, or a status and a body."""

    def __init__(self, answering: Answering) -> None:
        self.answering = answering
        self.requests: list[Json] = []
        self.headers: list[dict[str, str]] = []
        self.url = ""

    def answer(self, body: Json, headers: dict[str, str]) -> tuple[int, str]:
        self.requests.append(body)
        self.headers.append(headers)
        made = self.answering(body)
        if isinstance(made, tuple):
            return made
        message = {"role": "assistant", "content": made}
        usage = {"prompt_tokens": 90, "completion_tokens": 10, "total_tokens": 100}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        return 200, json.dumps({"id": "x", "choices": [choice], "usage": usage})


@contextmanager
def running(answering: Answering) -> Iterator[StandIn]:
    """On any free port, until the end of the block."""
    stand_in = StandIn(answering)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            if self.path != "/v1/chat/completions":
                status, said = 404, "no such path"
            else:
                headers = {key.lower(): value for key, value in self.headers.items()}
                status, said = stand_in.answer(json.loads(body), headers)
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(said.encode())))
            self.end_headers()
            self.wfile.write(said.encode())

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

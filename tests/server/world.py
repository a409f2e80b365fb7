"""The world outside the server: a mail server, and web servers that take what is posted."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from threading import Event, Thread
from types import TracebackType
from typing import NamedTuple

from aiosmtpd.smtp import SMTP, Envelope
from aiosmtpd.smtp import Session as SmtpSession

PATIENCE = 60  # seconds after which something has not arrived


@contextmanager
def heard(log: logging.Logger) -> Iterator[Queue[logging.LogRecord]]:
    """The records of a log, as they come."""
    said: Queue[logging.LogRecord] = Queue()

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            said.put(record)

    ear = Ear()
    log.addHandler(ear)
    try:
        yield said
    finally:
        log.removeHandler(ear)


class Posted(NamedTuple):
    path: str
    headers: Mapping[str, str]
    body: bytes


class Endpoint:
    """A web server that keeps what is posted to it. It answers with the statuses it was given, one
    after the other, and goes on with the last."""

    def __init__(self, *statuses: int) -> None:
        self.posted: Queue[Posted] = Queue()
        left = list(statuses or (204,))

        class Handler(BaseHTTPRequestHandler):
            def do_POST(handler) -> None:  # noqa: N805  (the name is the library's)
                body = handler.rfile.read(int(handler.headers["content-length"]))
                handler.send_response(left.pop(0) if len(left) > 1 else left[0])
                handler.send_header("location", "/elsewhere")
                handler.end_headers()
                headers = {name.lower(): value for name, value in handler.headers.items()}
                self.posted.put(Posted(handler.path, headers, body))

            def log_message(handler, *args: object) -> None:  # noqa: N805
                """Ignore it."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = Thread(target=self._server.serve_forever, args=(0.05,))
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def arrived(self) -> Posted:
        return self.posted.get(timeout=PATIENCE)

    def __enter__(self) -> Endpoint:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def plain(mail: EmailMessage) -> str:
    """The plain text of a mail."""
    part = mail.get_body(("plain",))
    assert part is not None
    text = part.get_content()
    assert isinstance(text, str)
    return text


class PostOffice:
    """An SMTP server that keeps the mail handed in."""

    def __init__(self) -> None:
        self.mails: Queue[EmailMessage] = Queue()
        self._refusal = ""
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._ready = Event()
        self._thread = Thread(target=self._run)

    def refuse(self, answer: str) -> None:
        """Answer every recipient with this; empty: accept them again."""
        self._refusal = answer

    async def handle_RCPT(  # noqa: N802  (the name is the library's)
        self,
        server: SMTP,
        session: SmtpSession,
        envelope: Envelope,
        address: str,
        options: list[str],
    ) -> str:
        if self._refusal:
            return self._refusal
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802  (the name is the library's)
        self, server: SMTP, session: SmtpSession, envelope: Envelope
    ) -> str:
        content = envelope.content
        assert isinstance(content, bytes)
        mail = message_from_bytes(content, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        self.mails.put(mail)
        return "250 taken"

    def arrived(self) -> EmailMessage:
        return self.mails.get(timeout=PATIENCE)

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}?from=entente%40example.org"

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)

        async def listen() -> asyncio.Server:
            server = await self._loop.create_server(
                lambda: SMTP(self, loop=self._loop), "127.0.0.1", 0
            )
            self.port = server.sockets[0].getsockname()[1]
            return server

        server = self._loop.run_until_complete(listen())
        self._ready.set()
        self._loop.run_forever()
        server.close()
        self._loop.run_until_complete(self._end_connections())
        self._loop.run_until_complete(server.wait_closed())
        self._loop.close()

    async def _end_connections(self) -> None:
        """End those whose client has gone without our having noticed yet."""
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(0)  # transports close in the next round of the loop

    def __enter__(self) -> PostOffice:
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

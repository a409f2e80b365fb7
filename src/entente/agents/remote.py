"""A seat of a table on a server, by its address and a token, over the public API for bots."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import count
from threading import Condition, Lock, Thread
from typing import Any

import httpx2
import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
from websockets.sync.client import ClientConnection, connect

from entente.agents.seat_client import OVER, ChatMessage, Refused, SeatSnapshot
from entente.agents.words import user_error, words_in
from entente.kernel import Seat, View, registry
from entente.kernel.menu.deduplicate import expand
from entente.wire.frames import ActionOptions, Allowed
from entente.wire.prompts import Choice, Prompt

PATIENCE = 60.0  # seconds for an answer of the server
ABNORMAL = 1006  # the code of a connection that ended without one
TURNED_AWAY = {4401: "closed.unknown", 4403: "closed.not_admitted", 4404: "closed.no_table"}

Json = dict[str, Any]


class RemoteSeat:
    """One seat of one table.

    Frames of the table's websocket are stored as they arrive; a caller waits for the answer with
    the number of its request.
    """

    is_shared = True

    def __init__(
        self, address: str, token: str, table: str, seat: Seat | None, language: str = "en"
    ) -> None:
        self.language = language
        self.words = words_in(language)
        self.address = address.rstrip("/")
        self.table = table
        self._headers = {"authorization": f"Bearer {token}", "accept-language": language}
        self._http = httpx2.Client(
            base_url=self.address, headers=self._headers, timeout=PATIENCE, follow_redirects=False
        )
        with ExitStack() as failing:
            failing.callback(self._http.close)
            about = self._ask("GET", f"/api/tables/{table}")
            self.game = registry.load(about["game"])
            self.seats: tuple[Seat, ...] = tuple(about["seats"])
            self.seat = self._own_seat(about["seats"], seat)
            failing.pop_all()
        self._news = Condition()
        self._connecting = Lock()
        self._numbers = count(1)
        self._socket: ClientConnection | None = None
        self._state: Json | None = None
        self._answers: dict[str, Json | None] = {}  # to requests with a waiting caller
        self._log: list[tuple[int, str]] = []
        self._letters = 0  # unread
        self._announced = 0  # of these, those already announced
        self._closed = 0  # the code with which the server closed the connection
        self._is_over = False  # we have left ourselves

    def _own_seat(self, seats: dict[Seat, Json], wanted: Seat | None) -> Seat:
        """Return the seat that the token plays; if it plays several, the requested one."""
        mine = [seat for seat, each in seats.items() if each["me"]]
        if wanted is not None and wanted not in seats:
            raise user_error("mistake.seat", name=wanted, known=list(seats))
        if not mine or (wanted is not None and wanted not in mine):
            raise user_error("mistake.not_yours", table=self.table, mine=mine or ["–"])
        if wanted is None and len(mine) > 1:
            raise user_error("mistake.which_seat", table=self.table, mine=mine)
        return wanted or mine[0]

    # -- the connection

    def _connect(self) -> None:
        """Connect to the table, or reconnect; several threads may call it at once."""
        with self._connecting:
            if not self._is_away():
                return
            socket, opened = self._opened()
            with opened, self._news:
                if self._is_over:
                    return
                self._socket, self._state, self._closed = socket, None, 0
                Thread(target=self._read, args=(socket, opened.pop_all()), daemon=True).start()

    def _is_away(self) -> bool:
        with self._news:
            return self._socket is None and not self._is_over

    def _opened(self) -> tuple[ClientConnection, ExitStack]:
        """Return a new connection and a function that closes it."""
        address = f"{self.address.replace('http', 'ws', 1)}/ws/tables/{self.table}"
        opened = ExitStack()
        try:
            socket = opened.enter_context(
                connect(
                    f"{address}?lang={self.language}",
                    additional_headers=self._headers,
                    max_size=None,
                    open_timeout=PATIENCE,
                )
            )
        except (OSError, InvalidHandshake, InvalidURI) as error:
            raise Refused(self._no_answer(error)) from None
        return socket, opened

    def _read(self, socket: ClientConnection, opened: ExitStack) -> None:
        """Store incoming frames until the connection closes."""
        code = ABNORMAL
        try:
            with opened:
                while True:
                    frame = json.loads(socket.recv())
                    with self._news:
                        self._handle_frame(frame)
                        self._news.notify_all()
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd is not None else code
        finally:
            with self._news:
                if self._socket is socket:
                    self._socket, self._closed = None, code
                self._news.notify_all()

    def _handle_frame(self, frame: Json) -> None:
        kind = frame["type"]
        if kind == "state":
            self._state = frame
            known = [line for line in self._log if line[0] < frame["since"]]
            self._log = known + [(each["move"], each["text"]) for each in frame["log"]]
        elif kind == "message":
            self._letters += frame["message"]["sender"] != self.seat
        elif frame.get("id") in self._answers:
            self._answers[frame["id"]] = frame

    def _present(self) -> Json:
        """Return the latest state of the table."""
        self._connect()
        with self._news:
            self._news.wait_for(
                lambda: self._state is not None or self._closed or self._is_over, PATIENCE
            )
            if self._state is None:
                raise Refused(self._lost())
            return self._state

    def _request(self, frame: Json) -> Json:
        """Send a request over the websocket and return the answer."""
        self._present()
        number = str(next(self._numbers))
        with self._news:
            socket = self._socket
            self._answers[number] = None
        try:
            answer = self._answer(socket, number, {**frame, "seat": self.seat, "id": number})
        finally:
            with self._news:
                del self._answers[number]
        if answer["type"] == "refused":
            raise Refused(answer["text"], answer["section"])
        return answer

    def _answer(self, socket: ClientConnection | None, number: str, frame: Json) -> Json:
        """Return the answer to a request; it must come by the same connection."""
        if socket is None:
            raise Refused(self._lost())
        try:
            socket.send(json.dumps(frame))
        except ConnectionClosed:
            raise Refused(self._lost()) from None
        with self._news:
            self._news.wait_for(
                lambda: self._answers[number] is not None or self._socket is not socket, PATIENCE
            )
            answer = self._answers[number]
        if answer is None:
            raise Refused(self._lost())
        return answer

    def _lost(self) -> str:
        """Return the error for a lost connection."""
        key = TURNED_AWAY.get(self._closed)
        if key is not None:
            return self.words.catalog.get(key)
        return self.words("closed.lost", code=self._closed or ABNORMAL)

    def _no_answer(self, error: Exception) -> str:
        return self.words("closed.no_answer", address=self.address, error=str(error))

    def _ask(self, method: str, path: str, body: object = None) -> Json:
        """Send an HTTP request; a refusal carries the server's message."""
        try:
            answer = self._http.request(method, path, json=body)
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            raise Refused(self._no_answer(error)) from None
        try:
            answered = answer.json()
        except ValueError:
            answered = {}
        if answer.status_code >= 300 or not isinstance(answered, dict):
            text = answered.get("text") if isinstance(answered, dict) else None
            raise Refused(text or self._no_answer(Exception(f"HTTP {answer.status_code}")))
        return answered

    # -- looking

    def snapshot(self) -> SeatSnapshot:
        state = self._present()
        with self._news:
            log = [text for _, text in self._log]
        part = state["seats"].get(self.seat) or state["seats"][""]
        recap_type = self.game.presentation.recap_type
        recap = part["recap"] if recap_type is not None else None
        return SeatSnapshot(
            state["status"],
            self._view(part["view"]),
            msgspec.convert(part["prompts"], list[Prompt]),
            msgspec.convert(part["submitted"], list[Choice]),
            None if recap is None else msgspec.convert(recap, recap_type),
            log,
            state["outcome"]["reason"] if state["outcome"] else "",
        )

    def _view(self, answered: Json) -> View:
        """Return the game's own view, decoded from JSON."""
        decisions = [{**each, "menu": expand(each["menu"])} for each in answered["decisions"]]
        written = json.dumps({**answered, "decisions": decisions})
        return msgspec.json.decode(written, type=self.game.view_type)

    def preview(self, action: str, things: Sequence[str], window: int | None) -> Allowed:
        request = {"action": action, "things": list(things), "decision": window, "careful": True}
        return msgspec.convert(self._request({"type": "check", **request}), Allowed)

    def options_for(self, thing: str, window: int | None) -> ActionOptions:
        answer = self._request({"type": "action_options", "thing": thing, "decision": window})
        return msgspec.convert(answer, ActionOptions)

    # -- acting

    def act(self, action: str, window: int | None) -> None:
        version = self._present()["version"]
        frame = {"type": "act", "version": version, "action": action, "decision": window}
        self._await_version(self._request(frame)["version"])

    def undo(self) -> None:
        version = self._present()["version"]
        self._await_version(self._request({"type": "undo", "version": version})["version"])

    def _await_version(self, version: int) -> None:
        """Wait until the stored state has arrived."""
        with self._news:
            self._news.wait_for(
                lambda: self._closed or (self._state or {"version": -1})["version"] >= version,
                PATIENCE,
            )

    def wait(self, seconds: float) -> None:
        self._present()
        with self._news:
            self._news.wait_for(self._changed, seconds)

    def _changed(self) -> bool:
        if self._state is None or self._closed or self._is_over:
            return True
        if self._letters > self._announced:
            return True
        part = self._state["seats"].get(self.seat)
        decisions = part["view"]["decisions"] if part else []
        return self._state["status"] == OVER or any(each["must"] for each in decisions)

    def close(self) -> None:
        with self._news:
            self._is_over = True
            socket = self._socket
            self._news.notify_all()
        if socket is not None:
            socket.close()
        self._http.close()

    # -- letters

    def messages(self) -> Sequence[ChatMessage]:
        with self._news:
            before = self._letters
        answered = self._ask("GET", f"/api/tables/{self.table}/chat")
        with self._news:
            self._letters = max(self._letters - before, 0)
            self._announced = min(self._announced, self._letters)
        return [
            ChatMessage(each["sender"], tuple(each["conversation"]), each["text"])
            for each in answered["messages"]
        ]

    def unread(self) -> int:
        with self._news:
            self._announced = self._letters
            return self._letters

    def send_message(self, to: Sequence[Seat], text: str) -> None:
        letter = {"seat": self.seat, "to": list(to), "text": text}
        self._ask("POST", f"/api/tables/{self.table}/chat", letter)

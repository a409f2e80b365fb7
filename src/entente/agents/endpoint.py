"""A language model behind an endpoint: its settings, and one request to it."""

from __future__ import annotations

import os
import time
import tomllib
from collections.abc import Callable, Mapping, Sequence
from math import inf
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from weakref import finalize

import msgspec

from entente.agents.words import user_error
from entente.kernel import UserError
from entente.kernel.extras import MissingExtra

try:
    import httpx2
except ImportError:  # without the extra
    httpx2 = None  # type: ignore[assignment]

PREFIX = "ENTENTE_LLM_"
KEY = f"{PREFIX}KEY"
PASSING = (408, 409, 425, 429, 500, 502, 503, 504)  # statuses that may be better a little later
SHOWN = 300  # characters of what an endpoint says of an error
LETTERS = 4  # characters in a token, where an endpoint does not count them
LEAST = {"tries": 1, "attempts": 1, "pause": 0, "requests": 0, "tokens": 0}

Messages = Sequence[Mapping[str, str]]


class Model(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A model: how to reach it, and its budget. `key` names the environment variable that holds the
    key; the key itself is never written. `requests` and `tokens` are the budget of a game in one
    seat or, with a `ledger`, of all games in it. `after` is the player that decides if the model
    does not. `extra` is sent with every request."""

    url: str
    model: str
    key: str = KEY
    requests: int = 500
    tokens: int = 5_000_000
    tries: int = 4  # answers to one question
    attempts: int = 3  # requests for one answer, where the endpoint is overloaded
    pause: float = 2.0  # seconds before the second of them, doubled each time
    seconds: float = 120.0  # for one answer
    after: str = ""
    advice: str = ""
    language: str = "en"
    transcripts: str = ""
    ledger: str = ""
    extra: dict[str, Any] = {}


class Reply(NamedTuple):
    """A model's answer and its cost: tokens of the request and the answer, estimated if the
    endpoint does not count them, and seconds."""

    text: str
    tokens_in: int
    tokens_out: int
    seconds: float = 0.0

    @property
    def tokens(self) -> int:
        return self.tokens_in + self.tokens_out


class NoReply(UserError):
    """No usable answer: the endpoint failed, the budget is spent, or all answers were refused."""


def no_reply(key: str, **args: str | int) -> NoReply:
    made = user_error(key, **args)
    return NoReply(made.message, made.package)


# -- settings


def read_model(name: str = "") -> Model:
    """Return the model of a name in the operator's file; without a name, the one that the
    environment describes, or the only one of the file."""
    file = os.environ.get(f"{PREFIX}FILE", "")
    if file:
        models = models_of(file)
        if not name and len(models) == 1:
            name = next(iter(models))
        if name in models:
            return models[name]
        raise user_error("mistake.llm_which", file=file, known=list(models))
    return _from_environment()


def models_of(file: str) -> dict[str, Model]:
    """Return the models of a file, which has a table for each."""
    try:
        tables = tomllib.loads(Path(file).expanduser().read_text("utf-8"))
        models = msgspec.convert(tables, dict[str, Model])
    except OSError as error:
        raise user_error(
            "mistake.llm_file", file=file, error=error.strerror or str(error)
        ) from None
    except (ValueError, msgspec.ValidationError) as error:
        raise user_error("mistake.llm_file", file=file, error=str(error)) from None
    if not models:
        raise user_error("mistake.llm_empty", file=file)
    ledger = os.environ.get(f"{PREFIX}LEDGER", "")
    models = {
        name: each if each.ledger else msgspec.structs.replace(each, ledger=ledger)
        for name, each in models.items()
    }
    for each in models.values():
        _check(each)
    return models


def _from_environment() -> Model:
    values = {
        field: os.environ[PREFIX + field.upper()]
        for field in Model.__struct_fields__
        if field not in ("key", "extra") and os.environ.get(PREFIX + field.upper())
    }
    missing = [PREFIX + each.upper() for each in ("url", "model") if each not in values]
    if missing:
        raise user_error("mistake.llm_unset", names=missing, file=f"{PREFIX}FILE")
    try:
        model = msgspec.convert(values, Model, strict=False)
    except msgspec.ValidationError as error:
        raise user_error("mistake.llm_setting", error=str(error)) from None
    _check(model)
    return model


def _check(model: Model) -> None:
    _check_figures(model)
    address = urlsplit(model.url)
    if address.scheme not in ("http", "https") or not address.hostname:
        raise user_error("mistake.llm_address", url=model.url)
    if address.username or address.password:
        raise user_error("mistake.llm_secret")
    if model.after.partition(":")[0] == "llm":
        raise user_error("mistake.llm_after")


def _check_figures(model: Model) -> None:
    for name, least in LEAST.items():
        value = getattr(model, name)
        if not least <= value < inf:
            raise user_error("mistake.llm_least", name=name, least=least, value=str(value))
    if not 0 < model.seconds < inf:
        raise user_error("mistake.llm_seconds", value=str(model.seconds))


# -- one question


class Endpoint:
    """The connection to a model."""

    def __init__(self, model: Model) -> None:
        if httpx2 is None:
            raise MissingExtra("agents", "httpx2")
        self.model = model
        self._key = os.environ.get(model.key, "")
        headers = {"authorization": f"Bearer {self._key}"} if self._key else {}
        self._http = httpx2.Client(headers=headers, timeout=model.seconds)
        finalize(self, self._http.close)  # a player is not notified of the end

    def ask(self, messages: Messages, take: Callable[[], None]) -> Reply:
        """Return the model's next message; `take` is called before each request. Temporary errors
        are retried; any other raises `NoReply`."""
        pause, error = self.model.pause, ""
        for attempt in range(self.model.attempts):
            if attempt:
                time.sleep(pause)
                pause *= 2
            take()
            begun = time.perf_counter()
            try:
                answer = self._http.post(self._address, json=self._body(messages))
            except httpx2.HTTPError as failure:
                error = f"{type(failure).__name__}: {failure}"
                continue
            if answer.status_code < 300:
                reply = self._read(answer.content, messages)
                return reply._replace(seconds=round(time.perf_counter() - begun, 3))
            error = f"HTTP {answer.status_code}: {answer.text[:SHOWN]}"
            if answer.status_code not in PASSING:
                break
        raise no_reply("mistake.llm_failed", url=self.model.url, error=self._safe(error))

    @property
    def _address(self) -> str:
        return f"{self.model.url.rstrip('/')}/chat/completions"

    def _body(self, messages: Messages) -> dict[str, Any]:
        return {"model": self.model.model, "messages": list(messages), **self.model.extra}

    def _read(self, body: bytes, messages: Messages) -> Reply:
        try:
            answered = msgspec.json.decode(body, type=_Completion)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            url = self.model.url
            raise no_reply("mistake.llm_failed", url=url, error=str(error)) from None
        text = (answered.choices[0].message.content if answered.choices else "") or ""
        sent, usage = sum(len(each["content"]) for each in messages), answered.usage
        tokens_in = usage.prompt_tokens or sent // LETTERS
        tokens_out = usage.completion_tokens or len(text) // LETTERS
        if usage.total_tokens > tokens_in + tokens_out:  # some endpoints count only the total
            tokens_out = usage.total_tokens - tokens_in
        return Reply(text, tokens_in, tokens_out)

    def _safe(self, text: str) -> str:
        """Return an endpoint's message without the key, which it may repeat."""
        return text.replace(self._key, "…") if self._key else text


class _ReplyMessage(msgspec.Struct):
    content: str | None = None


class _Choice(msgspec.Struct):
    message: _ReplyMessage


class _Usage(msgspec.Struct, frozen=True):
    prompt_tokens: int = 0
    completion_tokens: int = 0
    total_tokens: int = 0


class _Completion(msgspec.Struct):
    """The parts of an endpoint's answer that are read."""

    choices: list[_Choice]
    usage: _Usage = _Usage()

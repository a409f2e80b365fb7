"""A language model behind an endpoint: its settings, and one request to it."""

from __future__ import annotations

import os
import random
import ssl
import time
import tomllib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import lru_cache
from math import inf
from pathlib import Path
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlsplit
from weakref import finalize

import msgspec

from entente.agents.request_limits import limits_for
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
LEAST = {
    "tries": 1,
    "attempts": 1,
    "pause": 0,
    "requests": 0,
    "tokens": 0,
    "answer_tokens": 0,
    "parallel": 1,
    "per_minute": 0,
}
LONGEST_PAUSE = 120.0  # seconds, even if an endpoint asks for more
LARGEST = 4_000_000  # bytes of an answer

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
    answer_tokens: int = 0  # the most of one answer; 0: the endpoint's own limit
    answer_field: str = "max_tokens"  # the field that says so
    parallel: int = 4  # requests at the same time
    per_minute: int = 0  # requests in a minute; 0: no limit
    prompts: str = ""  # a folder of prompts; the package's own without one
    extra: dict[str, Any] = {}


class Reply(NamedTuple):
    """A model's answer and its cost: tokens of the request and the answer, and seconds.

    `counted`: the endpoint counted the tokens; otherwise they are estimated. `is_cut`: the answer
    reached the limit of its length. `declined`: the model or its host refused to answer. `attempts`
    is the number of requests that it took, `tokens_cached` the part of `tokens_in` that the host
    had read before.
    """

    text: str
    tokens_in: int
    tokens_out: int
    seconds: float = 0.0
    counted: bool = True
    is_cut: bool = False
    declined: bool = False
    attempts: int = 1
    tokens_cached: int = 0

    @property
    def tokens(self) -> int:
        return self.tokens_in + self.tokens_out


class Meter(Protocol):
    """Counts requests, and may refuse them before they are sent."""

    def begin(self, size: int) -> int:
        """Count a request of this many bytes; return its number. Raise an error if it would exceed
        the limits."""
        ...

    def end(self, number: int, reply: Reply | None, *, billed: bool) -> None:
        """Note the answer; without one, whether the request may still have been billed."""
        ...


class Asks(Protocol):
    """A source of a model's answers: an endpoint, or a transcript."""

    def ask(self, messages: Messages, meter: Meter, place: str = "") -> Reply:
        """Return the model's next message, or raise `NoReply`. `place` says where in the game it
        is."""
        ...


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
    """The connection to a model. Several threads may ask at once."""

    def __init__(self, model: Model) -> None:
        if httpx2 is None:
            raise MissingExtra("agents", "httpx2")
        self.model = model
        self._key = os.environ.get(model.key, "")
        self._limits = limits_for(model.url, model.model, model.parallel, model.per_minute)
        headers = {"authorization": f"Bearer {self._key}"} if self._key else {}
        self._http = httpx2.Client(headers=headers, timeout=model.seconds, verify=_tls())
        finalize(self, self._http.close)  # a player is not notified of the end

    def ask(self, messages: Messages, meter: Meter, place: str = "") -> Reply:
        """Return the model's next message. Temporary errors are retried; any other raises
        `NoReply`."""
        size = sum(len(each["content"].encode()) for each in messages)
        pause, error = self.model.pause, ""
        for attempt in range(self.model.attempts):
            if attempt:
                self._limits.wait(pause * random.uniform(0.75, 1.25))
                pause = min(2 * pause, LONGEST_PAUSE)
            with self._limits.slot():
                number = meter.begin(size)
                begun = time.perf_counter()
                answer = self._post(messages)
            seconds = round(time.perf_counter() - begun, 3)
            reply = answer.reply
            if reply is not None:
                reply = reply._replace(seconds=seconds, attempts=attempt + 1)
            meter.end(number, reply, billed=answer.is_billed)
            if reply is not None:
                return reply
            error = answer.error
            if not answer.is_passing:
                break
            if answer.retry_after:
                self._limits.pause(min(answer.retry_after, LONGEST_PAUSE))
        raise no_reply("mistake.llm_failed", url=self.model.url, error=self._safe(error))

    def _post(self, messages: Messages) -> _Answer:
        """Send one request. A body that trickles in must be complete before the time is over."""
        deadline, body = time.monotonic() + self.model.seconds, bytearray()
        try:
            with self._http.stream("POST", self._address, json=self._body(messages)) as answer:
                for part in answer.iter_bytes():
                    body += part
                    if len(body) > LARGEST:
                        return _Answer(error=f"more than {LARGEST} bytes", is_billed=True)
                    if time.monotonic() > deadline:
                        slow = f"no complete answer in {self.model.seconds:g} s"
                        return _Answer(error=slow, is_billed=True, is_passing=True)
        except httpx2.HTTPError as failure:
            error = f"{type(failure).__name__}: {failure}"
            billed = not isinstance(failure, httpx2.ConnectError)
            return _Answer(error=error, is_billed=billed, is_passing=True)
        status = answer.status_code
        if status < 300:
            try:
                return _Answer(reply=self._read(bytes(body), messages), is_billed=True)
            except (msgspec.ValidationError, msgspec.DecodeError) as error:
                return _Answer(error=f"not an answer: {error}", is_billed=True, is_passing=True)
        text = bytes(body[: 4 * SHOWN]).decode("utf-8", "replace")[:SHOWN]
        return _Answer(
            error=f"HTTP {status}: {text}",
            is_passing=status in PASSING,
            retry_after=_seconds_of(answer.headers.get("retry-after", "")),
        )

    @property
    def _address(self) -> str:
        return f"{self.model.url.rstrip('/')}/chat/completions"

    def _body(self, messages: Messages) -> dict[str, Any]:
        model, most = self.model, dict[str, Any]()
        if model.answer_tokens:
            most[model.answer_field] = model.answer_tokens
        return {"model": model.model, "messages": list(messages), **most, **model.extra}

    def _read(self, body: bytes, messages: Messages) -> Reply:
        answered = msgspec.json.decode(body, type=_Completion)
        choice = answered.choices[0] if answered.choices else _Choice(_ReplyMessage())
        text = choice.message.content or choice.message.refusal or ""
        sent, usage = sum(len(each["content"]) for each in messages), answered.usage
        tokens_in = usage.prompt_tokens or sent // LETTERS
        tokens_out = usage.completion_tokens or len(text) // LETTERS
        if usage.total_tokens > tokens_in + tokens_out:  # some endpoints count only the total
            tokens_out = usage.total_tokens - tokens_in
        return Reply(
            self._safe(text),
            tokens_in,
            tokens_out,
            counted=bool(usage.prompt_tokens or usage.total_tokens),
            is_cut=choice.finish_reason == "length",
            tokens_cached=usage.cached,
            declined=bool(choice.message.refusal) or choice.finish_reason == "content_filter",
        )

    def _safe(self, text: str) -> str:
        """Return an endpoint's message without the key, which it may repeat."""
        return text.replace(self._key, "…") if self._key else text


@lru_cache(maxsize=1)
def _tls() -> ssl.SSLContext:
    """Return the certificates of the system, which take long to read."""
    return httpx2.create_ssl_context()


class _Answer(NamedTuple):
    """What came of one request; `is_passing`: it may be better a little later."""

    reply: Reply | None = None
    error: str = ""
    is_billed: bool = False
    is_passing: bool = False
    retry_after: float = 0.0


def _seconds_of(header: str) -> float:
    """Return the seconds of a Retry-After header: a number, or a date."""
    with suppress(ValueError):
        return max(float(header), 0.0) if float(header) < inf else LONGEST_PAUSE
    with suppress(ValueError, TypeError):
        when = parsedate_to_datetime(header)
        when = when if when.tzinfo else when.replace(tzinfo=UTC)
        return max((when - datetime.now(UTC)).total_seconds(), 0.0)
    return 0.0


class _ReplyMessage(msgspec.Struct):
    content: str | None = None
    refusal: str | None = None


class _Choice(msgspec.Struct):
    message: _ReplyMessage
    finish_reason: str | None = None


class _PromptDetails(msgspec.Struct, frozen=True):
    cached_tokens: int = 0


class _Usage(msgspec.Struct, frozen=True):
    prompt_tokens: int = 0
    completion_tokens: int = 0
    total_tokens: int = 0
    prompt_tokens_details: _PromptDetails | None = None
    prompt_cache_hit_tokens: int = 0  # as some endpoints call them

    @property
    def cached(self) -> int:
        """The part of the prompt that was billed as read before."""
        details = self.prompt_tokens_details
        found = details.cached_tokens if details is not None else 0
        return min(found or self.prompt_cache_hit_tokens, self.prompt_tokens)


class _Completion(msgspec.Struct):
    """The parts of an endpoint's answer that are read."""

    choices: list[_Choice]
    usage: _Usage = _Usage()

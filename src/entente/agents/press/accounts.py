"""The account of a game: for each seat what it scored, who decided, what it cost, and whether it
kept its word."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import msgspec

from entente.agents.conversation import FALLBACK, FORCED, MODEL, RETRY
from entente.agents.press.spending import ANSWERED, Call, Spending
from entente.agents.press.table import TRANSCRIPTS, PressTable
from entente.kernel import Seat

ACCOUNT = "account.json"


class SeatAccount(msgspec.Struct):
    """One seat of a game, or one model over several.

    `decisions` are those that the seat was asked for; `model`, `retry` and `fallback` say who made
    them, and `silent` counts rounds of letters without a usable answer. `answers` are the model's
    answers, `refused` those that the rules or the form did not allow, `declined` those in which it
    would not answer, `cut` those that were too long. `seconds` has one figure for each request.
    """

    player: str
    model: str = ""
    games: int = 1
    score: float = 0.0
    decisions: int = 0
    by_model: int = 0
    by_retry: int = 0
    by_fallback: int = 0
    forced: int = 0
    rounds: int = 0
    silent: int = 0
    answers: int = 0
    refused: int = 0
    declined: int = 0
    cut: int = 0
    letters: int = 0
    not_sent: int = 0
    proposals: int = 0
    accepted: int = 0
    kept: int = 0
    broken: int = 0
    requests: int = 0
    failed: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: int = 0
    seconds: list[float] = []

    @property
    def latency(self) -> float:
        """The median time of an answer."""
        return median(self.seconds) if self.seconds else 0.0

    @property
    def fallback_rate(self) -> float:
        """The share of decisions and rounds of letters without a usable answer of the model."""
        asked = self.decisions + self.rounds
        return (self.by_fallback + self.silent) / asked if asked else 0.0

    @property
    def refusal_rate(self) -> float:
        """The share of answers that could not be used."""
        return (self.refused + self.declined + self.cut) / self.answers if self.answers else 0.0

    def add(self, other: SeatAccount) -> None:
        """Add the figures of another game or seat."""
        for field in msgspec.structs.fields(SeatAccount):
            if field.name not in ("player", "model"):
                mine, theirs = getattr(self, field.name), getattr(other, field.name)
                setattr(self, field.name, mine + theirs)


class BrokenPromise(msgspec.Struct, frozen=True):
    """A promise that was broken: by whom, to whom, what was proposed, and when."""

    seat: Seat
    partners: tuple[Seat, ...]
    items: tuple[str, ...]
    promised: str
    broken: str


class GameAccount(msgspec.Struct):
    """The account of a game."""

    name: str
    seed: str
    currency: str
    seats: dict[Seat, SeatAccount]
    breaches: list[BrokenPromise] = []
    kept_between: list[tuple[Seat, Seat, int, int]] = []  # of whom, to whom, kept, broken
    winners: tuple[Seat, ...] = ()
    reason: str = ""

    @property
    def fallbacks(self) -> int:
        """Decisions and rounds of letters that were not the model's."""
        return sum(each.by_fallback + each.silent for each in self.seats.values())

    @property
    def asked(self) -> int:
        """Decisions and rounds of letters that models were asked for."""
        return sum(each.decisions + each.rounds for each in self.seats.values() if each.model)


def account_of(table: PressTable) -> GameAccount:
    """Return the account of a game as far as it has been played."""
    entry, end = table.entry, table.journal.end
    seats = {
        seat: SeatAccount(name, entry.models[seat].model if seat in entry.models else "")
        for seat, name in entry.players.items()
    }
    for chose in table.journal.chosen.values():
        _count_decision(seats[chose.seat], chose.by)
    for spoke in table.journal.spoken.values():
        seat = seats[spoke.seat]
        seat.rounds += bool(seat.model)
        seat.silent += spoke.by == FALLBACK
        seat.letters += len(spoke.letters)
        seat.not_sent += len(spoke.not_sent)
    for letter in table.desk.letters:
        seats[letter.sender].proposals += bool(letter.items)
        seats[letter.sender].accepted += "accept" in letter.answers.values()
    for call in table.spending.calls(entry.name):
        _count_call(seats[call.seat], call)
    for seat_id, line in answers_in(table.folder):
        _count_answer(seats[seat_id], line)
    account = GameAccount(entry.name, entry.seed, table.spending.prices.currency, seats)
    _count_promises(table, account)
    if end is not None:
        account.winners, account.reason = end.winners, end.reason
        for seat_id, score in end.scores.items():
            seats[seat_id].score = score
    return account


def _count_decision(seat: SeatAccount, by: str) -> None:
    if by == FORCED:
        seat.forced += 1
        return
    seat.decisions += 1
    seat.by_model += by == MODEL
    seat.by_retry += by == RETRY
    seat.by_fallback += by == FALLBACK


def _count_call(seat: SeatAccount, call: Call) -> None:
    seat.requests += 1
    seat.failed += call.status != ANSWERED
    seat.tokens_in += call.tokens_in
    seat.tokens_out += call.tokens_out
    seat.cost += call.cost
    if call.status == ANSWERED:
        seat.seconds = [*seat.seconds, call.seconds]


def _count_answer(seat: SeatAccount, line: dict[str, Any]) -> None:
    seat.answers += 1
    if line.get("cut"):
        seat.cut += 1
    elif line.get("declined"):
        seat.declined += 1
    else:
        seat.refused += bool(line.get("refused"))


def _count_promises(table: PressTable, account: GameAccount) -> None:
    if table.rules is None:
        return
    desk = table.desk
    stages = dict[int, str]()
    for letter in desk.letters:
        stages.setdefault(letter.season, letter.stage)
    pairs = Counter[tuple[Seat, Seat, bool]]()
    for promise in table.rules.promises(desk.letters_of(None)):
        seat = account.seats[promise.seat]
        seat.kept += promise.kept
        seat.broken += not promise.kept
        pairs.update((promise.seat, each, promise.kept) for each in promise.partners)
        if not promise.kept:
            letter = desk.letters[promise.number - 1]
            broken = stages.get(promise.season, "")
            account.breaches.append(
                BrokenPromise(promise.seat, promise.partners, letter.items, letter.stage, broken)
            )
    account.kept_between = [
        (seat, other, pairs[seat, other, True], pairs[seat, other, False])
        for seat, other in sorted({(seat, other) for seat, other, _ in pairs})
    ]


def answers_in(folder: Path) -> Iterator[tuple[Seat, dict[str, Any]]]:
    """Yield all answers of the transcripts of a game, with their seats."""
    for seat, line in lines_in(folder):
        if line["kind"] == "answered":
            yield seat, line


def lines_in(folder: Path) -> Iterator[tuple[Seat, dict[str, Any]]]:
    """Yield the lines of the transcripts of a game."""
    for file in sorted((folder / TRANSCRIPTS).glob("*.jsonl")):
        for text in file.read_text("utf-8").split("\n")[:-1]:
            line = json.loads(text)
            yield line["seat"], line


def totals(accounts: Sequence[GameAccount]) -> dict[str, SeatAccount]:
    """Return the figures of each player over all games and seats."""
    found = dict[str, SeatAccount]()
    for account in accounts:
        for seat in account.seats.values():
            if seat.player in found:
                found[seat.player].add(seat)
            else:
                found[seat.player] = msgspec.structs.replace(seat, seconds=list(seat.seconds))
    return found


def write_account(folder: Path, account: GameAccount) -> None:
    text = msgspec.json.format(msgspec.json.encode(account), indent=1)
    (folder / ACCOUNT).write_bytes(text + b"\n")


def read_account(folder: Path) -> GameAccount:
    return msgspec.json.decode((folder / ACCOUNT).read_bytes(), type=GameAccount)


def spent_by_model(spending: Spending) -> dict[str, int]:
    """Return what each model has cost, with interrupted games."""
    found = Counter[str]()
    for call in spending.calls():
        found[call.model] += call.cost
    return dict(found)

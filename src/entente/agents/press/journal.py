"""The journal of a game: a file of JSON lines, from which it is resumed, replayed and shown.

Each line is one seat's part: what it wrote in a round of letters, or what it decided. A line is
written when that part is complete, so that a kill loses at most the answers under way.
"""

from __future__ import annotations

from pathlib import Path
from threading import Lock

import msgspec

from entente.agents.press.desk import NewLetter, PressLimits
from entente.agents.words import user_error
from entente.kernel import Options, Seat


class Head(msgspec.Struct, frozen=True, tag="game"):
    """The first line: what is played, by whom, and how."""

    game: str
    rules: str
    options: Options
    seed: str
    seats: dict[Seat, str]
    models: dict[Seat, str]
    prompts: dict[Seat, str]
    press: PressLimits


class Spoke(msgspec.Struct, frozen=True, tag="spoke", omit_defaults=True):
    """What a seat wrote and answered in a round; `answers` are by real number. `not_sent` says why
    letters were refused."""

    turn: int
    round: int
    seat: Seat
    by: str
    letters: list[NewLetter] = []
    answers: dict[int, str] = {}
    notes: str = ""
    not_sent: list[str] = []
    reason: str = ""
    refusals: int = 0


class Chose(msgspec.Struct, frozen=True, tag="decided", omit_defaults=True):
    """What a seat decided, and whose decision it was."""

    turn: int
    seat: Seat
    action: str
    by: str
    reason: str = ""
    refusals: int = 0
    seconds: float = 0.0


class Explained(msgspec.Struct, frozen=True, tag="explained"):
    """A message with which a computer player explained its action."""

    turn: int
    seat: Seat
    letter: NewLetter


class End(msgspec.Struct, frozen=True, tag="end"):
    """The outcome."""

    winners: tuple[Seat, ...]
    scores: dict[Seat, float]
    reason: str


Line = Head | Spoke | Chose | Explained | End


class Journal:
    """The parts of a game that are done, by turn, round and seat."""

    def __init__(self, file: Path, head: Head) -> None:
        self.file = file
        self.spoken = dict[tuple[int, int, Seat], Spoke]()
        self.chosen = dict[tuple[int, Seat], Chose]()
        self.explained = dict[int, Explained]()
        self.end: End | None = None
        self._lock = Lock()
        if file.exists():
            lines = read(file)
            if lines and lines[0] != head:
                known = lines[0]
                names = [
                    each.name
                    for each in msgspec.structs.fields(Head)
                    if not isinstance(known, Head)
                    or getattr(known, each.name) != getattr(head, each.name)
                ]
                raise user_error("mistake.llm_other_run", folder=str(file.parent), differing=names)
            for line in lines[1:]:
                self._note(line)
            content = b"".join(msgspec.json.encode(line) + b"\n" for line in lines or [head])
            file.write_bytes(content)  # without an incomplete last line
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(msgspec.json.encode(head) + b"\n")

    def write(self, line: Line) -> None:
        """Append a part that is done."""
        with self._lock:
            with self.file.open("ab") as file:
                file.write(msgspec.json.encode(line) + b"\n")
            self._note(line)

    def _note(self, line: Line) -> None:
        match line:
            case Spoke():
                self.spoken[line.turn, line.round, line.seat] = line
            case Chose():
                self.chosen[line.turn, line.seat] = line
            case Explained():
                self.explained[line.turn] = line
            case End():
                self.end = line
            case Head():
                pass


def read(file: Path) -> list[Line]:
    """Read a journal, without an incomplete last line."""
    found = list[Line]()
    for number, line in enumerate(file.read_bytes().split(b"\n")[:-1], 1):
        try:
            found.append(msgspec.json.decode(line, type=Line))
        except msgspec.DecodeError as error:
            raise user_error(
                "mistake.llm_journal", file=str(file), line=number, error=str(error)
            ) from None
    return found

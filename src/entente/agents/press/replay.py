"""Play a game again from its transcripts: no endpoint is asked, and everything must come out the
same."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from entente.agents.conversation import digest_of
from entente.agents.endpoint import Messages, Meter, NoReply, Reply, no_reply
from entente.agents.press.accounts import lines_in
from entente.agents.press.journal import End, read
from entente.agents.press.prices import Prices
from entente.agents.press.spending import Spending
from entente.agents.press.table import JOURNAL, GameEntry, PressTable
from entente.agents.words import user_error
from entente.kernel import Seat

Recorded = dict[tuple[str, str], dict[str, Any]]


class RecordedAnswers:
    """The answers of a seat's transcript. Of a question that was asked twice, because the first
    time was interrupted, the last answer counts."""

    def __init__(self, seat: Seat, lines: Recorded) -> None:
        self.seat, self.lines = seat, lines

    def ask(self, messages: Messages, meter: Meter, place: str = "") -> Reply:
        turn, _, part = place.partition(" ")
        line = self.lines.get((place, digest_of(messages)))
        if line is None:
            if any(each == place for each, _ in self.lines):
                raise user_error("mistake.llm_other_prompt", turn=turn, seat=self.seat)
            raise user_error("mistake.llm_no_record", turn=turn, seat=self.seat, part=part)
        if line["kind"] == "failed":
            raise self._failure(line)
        return Reply(
            line["reply"],
            line["tokens_in"],
            line["tokens_out"],
            line["seconds"],
            is_cut=line["cut"],
            declined=line["declined"],
            attempts=line["attempts"],
        )

    def _failure(self, line: dict[str, Any]) -> NoReply:
        return no_reply("mistake.llm_failed", url="–", error=line["reason"])


def is_finished(folder: Path) -> bool:
    """Whether a folder has a finished game."""
    file = folder / JOURNAL
    return file.exists() and any(isinstance(line, End) for line in read(file))


def replay(entry: GameEntry, folder: Path) -> list[str]:
    """Play a finished game again; return in which lines the journals differ."""
    recorded = dict[Seat, Recorded]()
    for seat, line in lines_in(folder):
        if line["kind"] in ("answered", "failed"):
            recorded.setdefault(seat, {})[line["place"], line["digest"]] = line
    with TemporaryDirectory() as again:
        table = PressTable(
            entry,
            Path(again),
            Spending(Path(again) / "spending.sqlite", Prices("", {}), None),
            asks=lambda seat: RecordedAnswers(seat, recorded.get(seat, {})),
        )
        table.play()
        before, after = (_lines(place / JOURNAL) for place in (folder, Path(again)))
    return sorted(before ^ after)


def _lines(file: Path) -> set[str]:
    """Return the lines of a journal without what may differ: times, and reasons with an address."""
    found = set[str]()
    for line in read(file):
        fields = {
            name: getattr(line, name)
            for name in line.__struct_fields__
            if name not in ("seconds", "reason", "refusals")
        }
        found.add(repr((type(line).__name__, fields)))
    return found

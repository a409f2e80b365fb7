"""Transcripts of the conversation between a player and its model: a file of JSON lines."""

from __future__ import annotations

import json
import re
import secrets
import time
from pathlib import Path
from threading import Lock

from entente.agents.words import user_error
from entente.kernel import Seat


class Transcript:
    """A file for each player, in a folder; without a folder nothing is written. The first line
    describes the game: its name, the seat and `about`. With a `name` the file has it, and an
    existing one is continued. No line contains a key, because the transcript never gets one."""

    def __init__(self, folder: str, game_id: str, name: str = "", **about: object) -> None:
        self.folder = Path(folder).expanduser() if folder else None
        self.game_id = game_id
        self.name = name
        self.about = about
        self.file: Path | None = None
        self._lock = Lock()

    def write(self, seat: Seat, kind: str, **fields: object) -> None:
        if self.folder is None:
            return
        lines = [{"time": round(time.time(), 3), "seat": seat, "kind": kind, **fields}]
        try:
            with self._lock:
                if self.file is None:
                    self.folder.mkdir(parents=True, exist_ok=True)
                    stem = self.name or f"{self.game_id}-{seat}-{secrets.token_hex(4)}"
                    self.file = self.folder / f"{stem}.jsonl"
                    if not self.file.exists():
                        head = {"kind": "game", "game": self.game_id, "seat": seat, **self.about}
                        lines.insert(0, head)
                    else:
                        _mend(self.file)
                with self.file.open("a", encoding="utf-8") as file:
                    file.write("".join(json.dumps(e, ensure_ascii=False) + "\n" for e in lines))
        except OSError as error:
            where, reason = str(self.folder), error.strerror or str(error)
            raise user_error("mistake.llm_transcript", folder=where, error=reason) from None


def _mend(file: Path) -> None:
    """Remove an incomplete last line, which a kill may leave."""
    content = file.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if whole != content:
        file.write_bytes(whole)


def transcript_name(game_id: str, seed: str, seat: Seat, model: str) -> str:
    """Return the name of a transcript's file: the game, its seed, the seat and the model."""
    return re.sub(r"[^\w.-]+", "_", f"{game_id}-{seed}-{seat}-{model}")

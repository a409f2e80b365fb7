"""Transcripts of the conversation between a player and its model: a file of JSON lines."""

from __future__ import annotations

import json
import secrets
import time
from pathlib import Path

from entente.agents.words import user_error
from entente.kernel import Seat


class Transcript:
    """A file for each player, in a folder; without a folder nothing is written. The first line
    describes the game: its name, the seat and `about`. No line contains a key, because the
    transcript never gets one."""

    def __init__(self, folder: str, game_id: str, **about: object) -> None:
        self.folder = Path(folder).expanduser() if folder else None
        self.game_id = game_id
        self.about = about
        self.file: Path | None = None

    def write(self, seat: Seat, kind: str, **fields: object) -> None:
        if self.folder is None:
            return
        lines = [{"time": round(time.time(), 3), "seat": seat, "kind": kind, **fields}]
        try:
            if self.file is None:
                self.folder.mkdir(parents=True, exist_ok=True)
                name = f"{self.game_id}-{seat}-{secrets.token_hex(4)}.jsonl"
                self.file = self.folder / name
                lines.insert(0, {"kind": "game", "game": self.game_id, "seat": seat, **self.about})
            with self.file.open("a", encoding="utf-8") as file:
                for line in lines:
                    file.write(json.dumps(line, ensure_ascii=False) + "\n")
        except OSError as error:
            where, reason = str(self.folder), error.strerror or str(error)
            raise user_error("mistake.llm_transcript", folder=where, error=reason) from None

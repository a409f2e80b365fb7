"""What an operator sets, from the environment; everything has a default that works."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

SESSION_DAYS = 90


class Settings(NamedTuple):
    """`database` is a SQLAlchemy address; `secure` marks cookies for https only."""

    database: str
    secure: bool = False
    origins: tuple[str, ...] = ()  # other addresses the client may be served from


def data_folder(environment: Mapping[str, str]) -> Path:
    """Where a user's data live: ENTENTE_HOME, otherwise the folder of the system."""
    if home := environment.get("ENTENTE_HOME"):
        return Path(home)
    base = environment.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "entente"


def read_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """SQLite in the user's data folder unless ENTENTE_DATABASE_URL names a database."""
    environment = os.environ if environment is None else environment
    database = environment.get("ENTENTE_DATABASE_URL", "")
    if not database:
        folder = data_folder(environment)
        folder.mkdir(parents=True, exist_ok=True)
        database = f"sqlite:///{folder / 'entente.sqlite3'}"
    if database.startswith(("postgres://", "postgresql://")):
        database = "postgresql+psycopg://" + database.partition("://")[2]
    origins = tuple(filter(None, environment.get("ENTENTE_ORIGINS", "").split()))
    secure = environment.get("ENTENTE_SECURE_COOKIES", "") == "1"
    return Settings(database, secure, origins)

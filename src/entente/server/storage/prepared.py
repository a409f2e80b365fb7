"""Statements that run for every action, written out once for the database's driver.

SQLAlchemy works out much for each run of a statement that is the same every time. These go to the
driver with their text as it was worked out once; what they are given is converted as always, and
their errors are SQLAlchemy's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.dml import UpdateBase


class _Text(NamedTuple):
    """A statement as a driver takes it: by place, or by name."""

    sql: str
    places: list[str] | None
    constant: Mapping[str, Any]
    convert: Mapping[str, Any]


class Prepared:
    """A statement that changes something; `names` are the columns that a row to be inserted has."""

    def __init__(self, statement: UpdateBase, names: Iterable[str] | None = None) -> None:
        self._statement = statement
        self._names = None if names is None else list(names)
        self._texts: dict[str, _Text] = {}  # by the name of the database's kind

    def run(self, connection: Connection, given: Mapping[str, Any]) -> int:
        """Run within the connection's transaction; how many rows were changed."""
        dialect = connection.dialect
        text = self._texts.get(dialect.name) or self._compile(dialect)
        convert = text.convert
        values = dict(text.constant)
        for name, value in given.items():
            values[name] = convert[name](value) if name in convert else value
        places = text.places
        parameters: Any = values if places is None else tuple(values[name] for name in places)
        cursor = connection.connection.cursor()
        try:
            cursor.execute(text.sql, parameters)
            return int(cursor.rowcount)
        except dialect.loaded_dbapi.Error as error:
            raise DBAPIError.instance(
                text.sql,
                None,
                error,
                dialect.loaded_dbapi.Error,
                hide_parameters=True,
                dialect=dialect,
            ) from error
        finally:
            cursor.close()

    def _compile(self, dialect: Dialect) -> _Text:
        compiled = self._statement.compile(dialect=dialect, column_keys=self._names)
        assert isinstance(compiled, SQLCompiler)
        constant = {name: value for name, value in compiled.params.items() if value is not None}
        text = _Text(str(compiled), compiled.positiontup, constant, compiled._bind_processors)
        self._texts[dialect.name] = text
        return text

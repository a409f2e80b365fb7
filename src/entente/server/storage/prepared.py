"""Statements that run for every action, compiled once for the database driver.

SQLAlchemy repeats much work for each execution. These go to the driver with their compiled text;
parameters are converted as usual, and errors are SQLAlchemy's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import Connection, Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.dml import UpdateBase


class _Text(NamedTuple):
    """A statement in the driver's form: positional or named parameters."""

    sql: str
    in_places: Callable[[Mapping[str, Any]], Any] | None  # orders the values
    constant: Mapping[str, Any]
    convert: Sequence[tuple[str, Callable[[Any], Any]]]


class Prepared:
    """A statement that changes rows; `names` are the columns of an inserted row."""

    def __init__(self, statement: UpdateBase, names: Iterable[str] | None = None) -> None:
        self._statement = statement
        self._names = None if names is None else list(names)
        self._texts: dict[str, _Text] = {}  # by dialect

    def run(self, connection: Connection, arguments: Mapping[str, Any]) -> int:
        """Run in the connection's transaction; return the number of changed rows."""
        return run_text(connection, *self.text_for(connection.dialect, arguments))

    def text_for(self, dialect: Dialect, arguments: Mapping[str, Any]) -> tuple[str, Any]:
        """Return the SQL text and the parameters in the driver's form."""
        text = self._texts.get(dialect.name) or self._compile(dialect)
        values = {**text.constant, **arguments}
        for name, convert in text.convert:
            if name in arguments:
                values[name] = convert(arguments[name])
        return text.sql, values if text.in_places is None else text.in_places(values)

    def _compile(self, dialect: Dialect) -> _Text:
        compiled = self._statement.compile(dialect=dialect, column_keys=self._names)
        assert isinstance(compiled, SQLCompiler)
        constant = {name: value for name, value in compiled.params.items() if value is not None}
        places = compiled.positiontup
        in_places = None if places is None else _in_places(places)
        processors: Mapping[str, Any] = compiled._bind_processors
        text = _Text(str(compiled), in_places, constant, tuple(processors.items()))
        self._texts[dialect.name] = text
        return text


def run_text(connection: Connection, sql: str, parameters: Any = ()) -> int:
    """Run SQL text in the connection's transaction; return the number of changed rows."""
    cursor = connection.connection.cursor()
    try:
        cursor.execute(sql, parameters)
        return int(cursor.rowcount)
    except connection.dialect.loaded_dbapi.Error as error:
        raise sqlalchemy_error(sql, error, connection.dialect) from error
    finally:
        cursor.close()


def sqlalchemy_error(sql: str, error: Exception, dialect: Dialect) -> BaseException:
    """Return SQLAlchemy's form of a driver's error, without parameters."""
    general = dialect.loaded_dbapi.Error
    return DBAPIError.instance(sql, None, error, general, hide_parameters=True, dialect=dialect)


def _in_places(places: Sequence[str]) -> Callable[[Mapping[str, Any]], Any]:
    """Return a function that orders values as the driver expects."""
    if len(places) < 2:
        return lambda values: tuple(values[place] for place in places)
    return itemgetter(*places)

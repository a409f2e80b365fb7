"""The price table of models, and amounts of money.

Amounts are whole billionths of the currency, so that sums are exact.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from importlib.resources import files
from math import ceil, inf
from pathlib import Path

import msgspec

from entente.agents.words import user_error

UNIT = 1_000_000_000  # amounts in one unit of the currency
MILLION = 1_000_000


class Price(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The price of a model, for a million tokens."""

    input: float
    output: float
    cached: float | None = None
    """Of input that the endpoint has read before; None: as other input."""

    def of(self, tokens_in: int, tokens_out: int, tokens_cached: int = 0) -> int:
        """Return the price of some tokens, rounded up; the cached ones are part of the input."""
        cached = self.input if self.cached is None else self.cached
        fresh = tokens_in - tokens_cached
        amount = fresh * self.input + tokens_cached * cached + tokens_out * self.output
        return ceil(amount * (UNIT // MILLION))


class Prices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Prices by the name that the endpoint knows a model by."""

    currency: str
    models: dict[str, Price]

    def of(self, models: Iterable[str]) -> dict[str, Price]:
        """Return the prices of some models; UserError if one has none."""
        names = sorted(set(models))
        if missing := [name for name in names if name not in self.models]:
            raise user_error("mistake.llm_price", models=missing, count=len(missing))
        return {name: self.models[name] for name in names}


def read_prices(file: str = "") -> Prices:
    """Return the prices of a file, over those of the package. A file in another currency replaces
    them altogether."""
    usual = _decode(files("entente.agents").joinpath("prices.toml").read_text("utf-8"), "")
    if not file:
        return usual
    try:
        own = _decode(Path(file).expanduser().read_text("utf-8"), file)
    except OSError as error:
        reason = error.strerror or str(error)
        raise user_error("mistake.llm_prices", file=file, error=reason) from None
    if own.currency != usual.currency:
        return own
    return Prices(own.currency, usual.models | own.models)


def _decode(text: str, file: str) -> Prices:
    try:
        prices = msgspec.convert(tomllib.loads(text), Prices)
    except (ValueError, msgspec.ValidationError) as error:
        raise user_error("mistake.llm_prices", file=file, error=str(error)) from None
    for name, price in prices.models.items():
        if not all(0 <= each < inf for each in (price.input, price.output, price.cached or 0)):
            raise user_error("mistake.llm_prices", file=file, error=f"{name}: {price}")
    return prices


def shown(amount: int, places: int = 4) -> str:
    """Return an amount as a decimal number."""
    return f"{amount / UNIT:.{places}f}"

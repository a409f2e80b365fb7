"""Formulas of scoring systems: a small language over the facts of a seat, parsed by hand.

Numbers, names of facts, `+ - * /`, comparisons, `and`, `or`, `not`, parentheses and functions:
`if(condition, then, else)`, `min`, `max`, `abs`, `floor`, `sqrt`, `total(x)` (sum over all seats),
`most(x)` (the greatest of all seats), `count(condition)` (seats), and `prize(38, 14, 7)`: what the
place is worth, shared among equal places. Truth is 1, falsehood 0; division by zero gives 0. The
length of a formula, its depth and the work of evaluating it are limited.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from entente.server.problem import Problem

LONGEST, DEEPEST, MOST_NODES = 400, 24, 120
GREATEST = 1e9  # of any value
_TOKEN = re.compile(r"\s*(?:(\d{1,9}(?:\.\d{1,6})?)|([a-z_]{1,20})|(<=|>=|==|!=|[-+*/<>(),]))")
PLACE, TIED = "place", "tied"

Facts = Mapping[str, float]


class Scope(NamedTuple):
    """The seat to score, and all seats of its board."""

    mine: Facts
    all: Sequence[Facts]


Value = Callable[[Scope], float]

_BINARY: Mapping[str, Callable[[float, float], float]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b if b else 0.0,
    "<": lambda a, b: float(a < b),
    ">": lambda a, b: float(a > b),
    "<=": lambda a, b: float(a <= b),
    ">=": lambda a, b: float(a >= b),
    "==": lambda a, b: float(a == b),
    "!=": lambda a, b: float(a != b),
}
_COMPARISONS = frozenset(("<", ">", "<=", ">=", "==", "!="))
_PLAIN: Mapping[str, tuple[int, Callable[..., float]]] = {
    "min": (2, min),
    "max": (2, max),
    "abs": (1, abs),
    "floor": (1, math.floor),
    "sqrt": (1, lambda x: math.sqrt(x) if x > 0 else 0.0),
}
_OVER_SEATS: Mapping[str, Callable[[list[float]], float]] = {
    "total": math.fsum,
    "most": max,
    "count": lambda values: float(sum(bool(each) for each in values)),
}


def _bounded(value: float) -> float:
    return max(-GREATEST, min(GREATEST, value))


class Formula:
    """A parsed formula. Raise Problem 422 if the text is no formula over these names."""

    def __init__(self, text: str, names: frozenset[str]) -> None:
        if len(text) > LONGEST:
            raise Problem(422, "formula.long", most=LONGEST)
        self.text = text
        self.names = names
        self.used: set[str] = set()
        self._tokens = _tokens(text)
        self._at = self._nodes = 0
        self._value = self._disjunction(0, inside=False)
        if self._peek():
            raise Problem(422, "formula.word", word=self._peek())

    def __call__(self, scope: Scope) -> float:
        return self._value(scope)

    # -- parsing

    def _peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self, wanted: str = "") -> str:
        token = self._peek()
        if not token:
            raise Problem(422, "formula.ends")
        if wanted and token != wanted:
            raise Problem(422, "formula.expected", wanted=wanted, word=token)
        self._at += 1
        return token

    def _node(self, depth: int) -> None:
        self._nodes += 1
        if depth > DEEPEST or self._nodes > MOST_NODES:
            raise Problem(422, "formula.complex")

    def _disjunction(self, depth: int, *, inside: bool) -> Value:
        value = self._conjunction(depth, inside=inside)
        while self._peek() == "or":
            self._take()
            value = _either(value, self._conjunction(depth, inside=inside))
        return value

    def _conjunction(self, depth: int, *, inside: bool) -> Value:
        value = self._negation(depth, inside=inside)
        while self._peek() == "and":
            self._take()
            value = _both(value, self._negation(depth, inside=inside))
        return value

    def _negation(self, depth: int, *, inside: bool) -> Value:
        self._node(depth)
        if self._peek() == "not":
            self._take()
            denied = self._negation(depth + 1, inside=inside)
            return lambda scope: float(not denied(scope))
        value = self._sum(depth, inside=inside)
        if self._peek() in _COMPARISONS:
            return _applied(self._take(), value, self._sum(depth, inside=inside))
        return value

    def _sum(self, depth: int, *, inside: bool) -> Value:
        value = self._product(depth, inside=inside)
        while self._peek() in ("+", "-"):
            value = _applied(self._take(), value, self._product(depth, inside=inside))
        return value

    def _product(self, depth: int, *, inside: bool) -> Value:
        value = self._single(depth, inside=inside)
        while self._peek() in ("*", "/"):
            value = _applied(self._take(), value, self._single(depth, inside=inside))
        return value

    def _single(self, depth: int, *, inside: bool) -> Value:
        self._node(depth)
        token = self._take()
        if token == "-":
            value = self._single(depth + 1, inside=inside)
            return lambda scope: -value(scope)
        if token == "(":
            value = self._disjunction(depth + 1, inside=inside)
            self._take(")")
            return value
        if token[0].isdigit():
            number = float(token)
            return lambda scope: number
        if self._peek() == "(":
            return self._call(token, depth + 1, inside=inside)
        if not token[0].isalpha():
            raise Problem(422, "formula.word", word=token)
        if token not in self.names:
            raise Problem(422, "formula.name", name=token, known=sorted(self.names))
        self.used.add(token)
        return lambda scope: float(scope.mine[token])

    def _arguments(self, depth: int, *, inside: bool) -> list[Value]:
        self._take("(")
        values = [self._disjunction(depth, inside=inside)]
        while self._peek() == ",":
            self._take()
            values.append(self._disjunction(depth, inside=inside))
        self._take(")")
        return values

    def _call(self, name: str, depth: int, *, inside: bool) -> Value:
        over = name in _OVER_SEATS
        if over and inside:  # each level would multiply the work by the number of seats
            raise Problem(422, "formula.nested", name=name)
        if not (over or name in _PLAIN or name in ("if", "prize")):
            raise Problem(422, "formula.function", name=name)
        values = self._arguments(depth, inside=inside or over)
        if name == "prize":
            self.used |= {PLACE, TIED}
            return lambda scope: _prize([value(scope) for value in values], scope.mine)
        wanted = 1 if over else 3 if name == "if" else _PLAIN[name][0]
        if len(values) != wanted:
            raise Problem(422, "formula.arguments", name=name, wanted=wanted)
        if over:
            reduce, inner = _OVER_SEATS[name], values[0]
            return lambda scope: _bounded(
                reduce([inner(Scope(each, scope.all)) for each in scope.all])
            )
        if name == "if":
            test, then, other = values
            return lambda scope: then(scope) if test(scope) else other(scope)
        function = _PLAIN[name][1]
        return lambda scope: _bounded(float(function(*(value(scope) for value in values))))


def _tokens(text: str) -> list[str]:
    tokens: list[str] = []
    at = 0
    while text[at:].strip():
        found = _TOKEN.match(text, at)
        if found is None:
            raise Problem(422, "formula.word", word=text[at:].strip()[:20])
        tokens.append(found.group(found.lastindex or 0))
        at = found.end()
    return tokens


def _applied(sign: str, a: Value, b: Value) -> Value:
    function = _BINARY[sign]
    return lambda scope: _bounded(function(a(scope), b(scope)))


def _either(a: Value, b: Value) -> Value:
    return lambda scope: float(bool(a(scope)) or bool(b(scope)))


def _both(a: Value, b: Value) -> Value:
    return lambda scope: float(bool(a(scope)) and bool(b(scope)))


def _prize(prizes: Sequence[float], mine: Facts) -> float:
    """Return the prize of a place; equal players share the prizes of their places."""
    first, equal = int(mine[PLACE]), max(1, int(mine[TIED]))
    won = prizes[first - 1 : first - 1 + equal]
    return sum(won) / equal

"""What the rules say about talking: when players may chat, and what they may propose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from entente.kernel.capabilities import ChatRules
from entente.kernel.frame import Frame
from entente.kernel.message import Refusal
from entente.kernel.position import Position


def chat_restriction(position: Position[Any, Any]) -> Refusal | None:
    """Explain why the rules forbid chat now; None if players may chat."""
    current = _current(position)
    return None if current is None else current[0].chat_restriction(position.context, current[1])


def proposals(position: Position[Any, Any]) -> Mapping[str, tuple[str, ...]]:
    """Return what players may propose to each other now, by thing; empty if nothing."""
    current = _current(position)
    return {} if current is None else current[0].proposals(position.context, current[1])


def _current(position: Position[Any, Any]) -> tuple[ChatRules[Any], Frame] | None:
    """Return the step on top of the stack if it has chat rules, and its frame."""
    frame, asking = position.state.top, position.game.steps.asking
    if frame is None or frame.step not in asking:
        return None
    step = asking[frame.step]
    return (step, frame) if isinstance(step, ChatRules) else None

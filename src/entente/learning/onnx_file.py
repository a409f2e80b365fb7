"""Export a network as an ONNX file for onnxruntime.

The protocol buffers are written by hand: a graph of two dozen nodes needs no exporter and none of
its dependencies.

The inputs are `row` (1 × features), `base` (1) and `words` (actions × tokens), the outputs `value`
(1) and `liking` (actions: policy logits). The model's metadata names its game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from entente.learning.action_vocabulary import MAX_TOKENS, PADDING
from entente.learning.network import Array, Network

OPSET, IR = 17, 8
FLOAT, INT64 = 1, 7  # ONNX element types
MAX_BYTES = 5_000_000  # bytes


def onnx_bytes(network: Network, metadata: Mapping[str, str]) -> bytes:
    """Serialise the model."""
    arrays = network.arrays
    words, liking = arrays["words"].copy(), arrays["liking"].copy()
    words[PADDING], liking[PADDING] = 0, 0  # padding adds nothing
    known = {
        **{name: arrays[name] for name in ("w1", "b1", "w2", "b2", "look", "scale", "value_b")},
        "value_w": arrays["value"][:, None],
        "words_w": words,
        "liking_w": liking,
        "half": np.asarray([0.5], dtype=np.float32),
        "axis": np.asarray([1], dtype=np.int64),
        "flat": np.asarray([-1], dtype=np.int64),
    }
    nodes = [
        _node("MatMul", ["row", "w1"], "a1"),
        _node("Add", ["a1", "b1"], "a2"),
        _node("Relu", ["a2"], "first"),
        _node("MatMul", ["first", "w2"], "a3"),
        _node("Add", ["a3", "b2"], "a4"),
        _node("Relu", ["a4"], "second"),
        _node("MatMul", ["second", "value_w"], "v1"),
        _node("Reshape", ["v1", "flat"], "v2"),
        _node("Mul", ["base", "scale"], "v3"),
        _node("Add", ["v2", "v3"], "v4"),
        _node("Add", ["v4", "value_b"], "v5"),
        _node("Mul", ["v5", "half"], "v6"),
        _node("Tanh", ["v6"], "value"),
        _node("Gather", ["words_w", "words"], "p1"),
        _node("ReduceSum", ["p1", "axis"], "p2", keepdims=0),
        _node("MatMul", ["second", "look"], "p3"),
        _node("Transpose", ["p3"], "p4"),
        _node("MatMul", ["p2", "p4"], "p5"),
        _node("Reshape", ["p5", "flat"], "p6"),
        _node("Gather", ["liking_w", "words"], "p7"),
        _node("ReduceSum", ["p7", "axis"], "p8", keepdims=0),
        _node("Add", ["p6", "p8"], "liking"),
    ]
    graph = b"".join(_bytes(1, node) for node in nodes)
    graph += _text(2, "entente")
    graph += b"".join(_bytes(5, _tensor(name, array)) for name, array in known.items())
    graph += _bytes(11, _shape("row", FLOAT, (1, network.shape[0])))
    graph += _bytes(11, _shape("base", FLOAT, (1,)))
    graph += _bytes(11, _shape("words", INT64, ("actions", MAX_TOKENS)))
    graph += _bytes(12, _shape("value", FLOAT, (1,)))
    graph += _bytes(12, _shape("liking", FLOAT, ("actions",)))
    model = _number(1, IR) + _text(2, "entente.learning") + _bytes(7, graph)
    model += _bytes(8, _text(1, "") + _number(2, OPSET))
    for key, value in metadata.items():
        model += _bytes(14, _text(1, key) + _text(2, value))
    if len(model) > MAX_BYTES:
        raise ValueError(f"the network has {len(model)} bytes; the limit is {MAX_BYTES}")
    return model


# -- the parts of a model


def _node(kind: str, ins: Sequence[str], out: str, **numbers: int) -> bytes:
    parts = b"".join(_text(1, name) for name in ins) + _text(2, out)
    parts += _text(3, f"{kind} {out}") + _text(4, kind)
    for name, number in numbers.items():
        parts += _bytes(5, _text(1, name) + _number(3, number) + _number(20, 2))
    return parts


def _tensor(name: str, array: Array) -> bytes:
    kind = INT64 if array.dtype == np.int64 else FLOAT
    plain = np.ascontiguousarray(array, dtype="<i8" if kind == INT64 else "<f4")
    sizes = b"".join(_number(1, size) for size in plain.shape)
    return sizes + _number(2, kind) + _text(8, name) + _bytes(9, plain.tobytes())


def _shape(name: str, kind: int, sizes: Sequence[int | str]) -> bytes:
    each = (_number(1, size) if isinstance(size, int) else _text(2, size) for size in sizes)
    shape = b"".join(_bytes(1, size) for size in each)
    return _text(1, name) + _bytes(2, _bytes(1, _number(1, kind) + _bytes(2, shape)))


# -- protocol buffers


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _bytes(field: int, value: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(value)) + value


def _text(field: int, value: str) -> bytes:
    return _bytes(field, value.encode())


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)

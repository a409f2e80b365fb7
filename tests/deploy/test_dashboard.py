"""The Grafana dashboard asks for metrics and labels that the server exports."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from prometheus_client.parser import text_string_to_metric_families

from entente.server.metrics import PREFIX, Metrics

DASHBOARD = Path(__file__).parents[2] / "deploy" / "grafana" / "entente.json"
TARGET_LABELS = {"job", "instance"}  # added by Prometheus


def exported() -> dict[str, set[str]]:
    """The names of all samples, with their labels."""
    families = text_string_to_metric_families(Metrics().exposition())
    return {sample.name: set(sample.labels) for family in families for sample in family.samples}


def strings(node: Any) -> list[str]:
    if isinstance(node, dict):
        return [text for value in node.values() for text in strings(value)]
    if isinstance(node, list):
        return [text for value in node for text in strings(value)]
    return [node] if isinstance(node, str) else []


def expressions() -> list[str]:
    dashboard = json.loads(DASHBOARD.read_text())
    return [text for text in strings(dashboard) if PREFIX in text]


def test_every_metric_of_the_dashboard_exists() -> None:
    known, asked = exported(), set[str]()
    for expression in expressions():
        names = set(re.findall(rf"\b{PREFIX}\w+", expression))
        assert names <= known.keys(), expression
        labels = set().union(*(known[name] for name in names)) | TARGET_LABELS
        named = set(re.findall(r"(\w+)=~?\"", expression))
        for group in re.findall(r"by \(([\w, ]+)\)", expression):
            named |= set(group.split(", "))
        assert named <= labels, expression
        asked |= names
    assert len(asked) > 20


def test_panels_do_not_overlap() -> None:
    seen: set[tuple[int, int]] = set()
    for panel in json.loads(DASHBOARD.read_text())["panels"]:
        at = panel["gridPos"]
        assert at["x"] + at["w"] <= 24
        cells = {
            (x, y)
            for x in range(at["x"], at["x"] + at["w"])
            for y in range(at["y"], at["y"] + at["h"])
        }
        assert not cells & seen
        seen |= cells

"""What is deployed: the image's recipe, the compose file and the manifests for Kubernetes."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from entente.server.http.app import api

yaml = pytest.importorskip("yaml")
ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
MANIFESTS = sorted(
    path for path in DEPLOY.glob("kubernetes/*/*.yaml") if path.name != "kustomization.yaml"
)
LAYERS = [path.parent for path in sorted(DEPLOY.glob("kubernetes/*/kustomization.yaml"))]


def documents(path: Path) -> list[Any]:
    return list(yaml.safe_load_all(path.read_text()))


def pods() -> list[tuple[str, Any]]:
    kinds = ("Deployment", "StatefulSet")
    found = [each for path in MANIFESTS for each in documents(path) if each["kind"] in kinds]
    return [(each["metadata"]["name"], each["spec"]["template"]["spec"]) for each in found]


@pytest.fixture(scope="module")
def rehearse() -> ModuleType:
    spec = spec_from_file_location("rehearse", DEPLOY / "rehearse.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_image_is_built_from_files_that_are_there(rehearse: ModuleType) -> None:
    lines = rehearse.instructions((DEPLOY / "Dockerfile").read_text())
    sources = [word for name, value in lines if name == "COPY" for word in shlex.split(value)[:-1]]
    ours = [word for word in sources if not word.startswith(("-", "/"))]
    assert "src" in ours
    for name in ours:
        assert (ROOT / name).exists()
        assert not rehearse.ignored(ROOT / name)
    for name in (
        "docs",
        "tests",
        ".git",
        "web/node_modules",
        "src/entente/__pycache__",
        "deploy/.env",
    ):
        assert rehearse.ignored(ROOT / name)


def test_the_image_runs_as_a_user_of_its_own_and_checks_its_health(rehearse: ModuleType) -> None:
    lines = dict(rehearse.instructions((DEPLOY / "Dockerfile").read_text()))
    assert lines["USER"] == "10001:10001"
    (path,) = re.findall(r"8000(/[\w/]+)", lines["HEALTHCHECK"])
    assert path in {getattr(route, "path", "") for route in api().routes}


@pytest.mark.parametrize("path", MANIFESTS, ids=lambda path: path.stem)
def test_manifests_follow_the_schemas_of_kubernetes(path: Path) -> None:
    validate = pytest.importorskip("kubernetes_validate")
    for document in documents(path):
        validate.validate(document, "1.32", strict=True)


@pytest.mark.skipif(shutil.which("kubectl") is None, reason="kubectl is not installed")
@pytest.mark.parametrize("layer", LAYERS, ids=lambda path: path.name)
def test_kustomize_renders_the_manifests(layer: Path) -> None:
    command = ["kubectl", "kustomize", str(layer)]
    rendered = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    kinds = {each["kind"] for each in yaml.safe_load_all(rendered)}
    assert kinds >= {"Deployment", "Service", "Ingress", "NetworkPolicy", "ConfigMap"}


@pytest.mark.parametrize(("name", "pod"), pods(), ids=[name for name, _ in pods()])
def test_pods_have_no_rights_and_own_nothing(name: str, pod: Any) -> None:
    assert pod["securityContext"]["runAsNonRoot"]
    assert pod["automountServiceAccountToken"] is False
    for container in pod["containers"]:
        assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}
        assert container["securityContext"]["allowPrivilegeEscalation"] is False
        if name != "postgres":
            assert container["securityContext"]["readOnlyRootFilesystem"]


def test_compose_is_read_only_and_needs_its_secrets() -> None:
    (compose,) = documents(DEPLOY / "compose.yaml")
    services = compose["services"]
    for name in ("web-1", "web-2", "worker"):
        assert services[name]["read_only"]
        assert services[name]["cap_drop"] == ["ALL"]
        assert services[name]["environment"]["ENTENTE_INTERNAL_HOST"] == name
    text = (DEPLOY / "compose.yaml").read_text()
    asked = set(re.findall(r"\$\{(\w+)", text)) - {"ENTENTE_VERSION", "ENTENTE_LOG_LEVEL"}
    assert asked == set(re.findall(r"^(\w+)=", (DEPLOY / "example.env").read_text(), re.MULTILINE))
    assert services["caddy"]["networks"]["default"]["ipv4_address"] in text.partition("PROXIES:")[2]


def test_every_setting_of_the_manifests_is_documented() -> None:
    documented = (ROOT / "docs" / "operating.md").read_text()
    files = [*MANIFESTS, *DEPLOY.glob("kubernetes/*/*.yaml"), DEPLOY / "compose.yaml"]
    names = {name for path in files for name in re.findall(r"ENTENTE_\w+", path.read_text())}
    ours = {"ENTENTE_VERSION", "ENTENTE_HOST"}  # of the compose file
    assert sorted(name for name in names - ours if f"`{name}`" not in documented) == []


def test_units_and_proxies_name_the_same_processes_and_known_settings() -> None:
    guide, settings_page = (
        (ROOT / "docs" / f"{page}.md").read_text() for page in ("scaling", "operating")
    )
    given = set(re.findall(r"entente-web@(\d+)", guide))
    for name in ("haproxy/haproxy.cfg", "nginx/entente.conf"):
        assert set(re.findall(r"127\.0\.0\.1:(\d+)", (DEPLOY / name).read_text())) == given
    settings = (DEPLOY / "systemd" / "entente.env").read_text()
    for name in re.findall(r"ENTENTE_[A-Z_]+", settings):
        assert f"`{name}`" in settings_page, name
    for unit in (DEPLOY / "systemd").glob("*.service"):
        assert "EnvironmentFile=/etc/entente.env" in unit.read_text()

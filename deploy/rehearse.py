#!/usr/bin/env python3
"""Run the lines of the Dockerfile without Docker, in folders made from Debian's packages.

Each stage becomes a folder that debootstrap fills, as the image `debian:*-slim` is made; its RUN
lines run there with chroot, its COPY lines copy, and the command of the last stage starts as its
user with a read-only root, until its HEALTHCHECK passes. Needs root and debootstrap; the packages
come from Debian, PyPI and npm.

    sudo deploy/rehearse.py                         # build and start
    sudo deploy/rehearse.py --keep /var/tmp/image   # leave the folders there
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
BASE = re.compile(r"debian:(\w+)-slim")
HEALTHY_WITHIN = 120.0  # seconds
# Settings of package managers and certificates that the machine needs to reach its packages.
PASSED = re.compile(r"(?i)(pip_|npm_config_|https?_proxy|no_proxy)")
CERTIFICATES = ("SSL_CERT_FILE", "PIP_CERT", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS")
CHROOT = shutil.which("chroot") or "/usr/sbin/chroot"
BUNDLE = "/run/certificates.crt"


class Instruction(NamedTuple):
    """A line of the Dockerfile."""

    name: str
    value: str


class Stage:
    """A folder that becomes an image, with the settings of its lines so far."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
        self.workdir = "/"
        self.user = ""
        self.port = ""
        self.health: list[str] = []
        self.entrypoint: list[str] = []
        self.command: list[str] = []

    def path(self, text: str) -> Path:
        return self.folder / str(Path(self.workdir) / text).lstrip("/")


def instructions(text: str) -> list[Instruction]:
    """Split a Dockerfile into instructions, without comments."""
    lines = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    joined = re.sub(r"\\\n\s*", " ", lines)
    return [
        Instruction(*line.strip().split(None, 1)) for line in joined.splitlines() if line.strip()
    ]


def environment(stage: Stage) -> dict[str, str]:
    """Return the environment of a command in a stage, with the machine's way to its packages."""
    passed = {name: value for name, value in os.environ.items() if PASSED.match(name)}
    if any(name in os.environ for name in CERTIFICATES):
        passed |= dict.fromkeys(CERTIFICATES, BUNDLE)
    return {**passed, **stage.environment, "HOME": "/root", "DEBIAN_FRONTEND": "noninteractive"}


@contextmanager
def mounted(stage: Stage, binds: list[str], *, read_only: bool = False) -> Iterator[None]:
    """Give a stage /proc, /dev and the network's names; then take them away."""
    with ExitStack() as stack:

        def mount(*words: str, at: str) -> None:
            subprocess.run(["mount", *words, str(stage.folder / at)], check=True)
            stack.callback(subprocess.run, ["umount", "-l", str(stage.folder / at)], check=True)

        if read_only:
            for words in (["--bind", str(stage.folder)], ["-o", "remount,bind,ro"]):
                subprocess.run(["mount", *words, str(stage.folder)], check=True)
            stack.callback(subprocess.run, ["umount", "-l", str(stage.folder)], check=True)
            mount("-t", "tmpfs", "tmpfs", at="tmp")
        mount("-t", "proc", "proc", at="proc")
        mount("--rbind", "/dev", at="dev")
        for path in () if read_only else binds:
            (stage.folder / path.lstrip("/")).mkdir(parents=True, exist_ok=True)
            mount("--bind", path, at=path.lstrip("/"))
        yield


def prepare(stage: Stage) -> None:
    """Copy what a container gets from its host: names and certificates."""
    shutil.copy("/etc/resolv.conf", stage.folder / "etc/resolv.conf")
    shutil.copy("/etc/hosts", stage.folder / "etc/hosts")
    if bundle := next((os.environ[name] for name in CERTIFICATES if name in os.environ), ""):
        shutil.copy(bundle, stage.folder / BUNDLE.lstrip("/"))


def chroot(stage: Stage, command: list[str], *, user: str = "") -> list[str]:
    """Return the command line that runs a command in a stage."""
    as_user = [f"--userspec={user}", "--groups="] if user else []
    there = f"cd {shlex.quote(stage.workdir)} && exec {shlex.join(command)}"
    return [CHROOT, *as_user, str(stage.folder), "/bin/sh", "-ec", there]


def ignored(path: Path) -> bool:
    """Whether .dockerignore leaves a file out; the last pattern that fits decides."""
    answer, name = False, path.relative_to(ROOT).as_posix()
    for line in (ROOT / ".dockerignore").read_text().splitlines():
        pattern, negated = line.removeprefix("!"), line.startswith("!")
        if not pattern or pattern.startswith("#"):
            continue
        pattern = pattern.removeprefix("**/")
        anywhere = line.startswith("**/")
        if any(fnmatch(Path(each).name if anywhere else each, pattern) for each in _prefixes(name)):
            answer = not negated
    return answer


def _prefixes(name: str) -> list[str]:
    parts = name.split("/")
    return ["/".join(parts[:end]) for end in range(1, len(parts) + 1)]


def copy(stage: Stage, stages: dict[str, Stage], value: str) -> None:
    words = shlex.split(value)
    source: Stage | None = None
    if words[0].startswith("--from="):
        source = stages[words.pop(0).removeprefix("--from=")]
    *names, target = words
    for name in names:
        origin = ROOT / name if source is None else source.folder / name.lstrip("/")
        goal = stage.path(target)
        if origin.is_dir():
            skip = None if source else _skip
            shutil.copytree(origin, goal, symlinks=True, ignore=skip, dirs_exist_ok=True)
        else:
            goal.mkdir(parents=True, exist_ok=True)
            shutil.copy2(origin, goal / origin.name)


def _skip(folder: str, names: list[str]) -> list[str]:
    return [name for name in names if ignored(Path(folder) / name)]


def build(text: str, folder: Path, binds: list[str]) -> Stage:
    """Carry out all lines; return the last stage."""
    stages: dict[str, Stage] = {}
    stage = Stage(folder)
    for name, value in instructions(text):
        print(f"==> {name} {value}", flush=True)
        if name == "FROM":
            base, _, alias = value.partition(" AS ")
            found = BASE.fullmatch(base)
            if found is None:
                raise SystemExit(f"{base} cannot be made from Debian's packages")
            stage = stages[alias] = Stage(folder / (alias or "image"))
            _bootstrap(found[1], folder / f"debian-{found[1]}.tar", stage.folder)
            prepare(stage)
        elif name == "RUN":
            with mounted(stage, binds):
                command = chroot(stage, ["/bin/sh", "-c", value])
                subprocess.run(command, check=True, env=environment(stage))
        elif name == "COPY":
            copy(stage, stages, value)
        elif name == "ENV":
            stage.environment |= dict(word.split("=", 1) for word in shlex.split(value))
        elif name == "WORKDIR":
            stage.workdir = value
            stage.path("").mkdir(parents=True, exist_ok=True)
        elif name == "USER":
            stage.user = value
        elif name == "HEALTHCHECK":
            stage.health = json.loads(value.partition("CMD ")[2])
        elif name == "ENTRYPOINT":
            stage.entrypoint = json.loads(value)
        elif name == "CMD":
            stage.command = json.loads(value)
        elif name == "EXPOSE":
            stage.port = value
        else:
            raise SystemExit(f"{name} is not rehearsed")
    return stage


def _bootstrap(suite: str, archive: Path, folder: Path) -> None:
    """Fill a folder with Debian's base system; keep an archive for the next stage."""
    folder.mkdir(parents=True)
    if not archive.exists():
        command = ["debootstrap", "--variant=minbase", suite, str(folder)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["tar", "-cf", archive, "-C", folder, "."], check=True)
    else:
        subprocess.run(["tar", "-xf", archive, "-C", folder], check=True)


def start(stage: Stage) -> None:
    """Start the image's command as its user on a read-only root until it is healthy."""
    with mounted(stage, [], read_only=True):
        # The volume of a container: without PostgreSQL, the database is a file.
        home = stage.folder / "var/lib/entente"
        subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=0777", "tmpfs", home], check=True)
        try:
            _check(stage)
        finally:
            subprocess.run(["umount", "-l", home], check=True)


def _check(stage: Stage) -> None:
    env = {**stage.environment, "HOME": stage.workdir}
    with socket.socket() as free:  # the stage shares the machine's network
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    words = [word.replace(stage.port, port) for word in stage.entrypoint + stage.command]
    command = chroot(stage, words, user=stage.user)
    write = ["touch", "/opt/entente/written"]
    if (
        subprocess.run(chroot(stage, write, user=stage.user), stderr=subprocess.DEVNULL).returncode
        == 0
    ):
        raise SystemExit("the root is writable")
    server = subprocess.Popen(command, env=env)
    try:
        words = [word.replace(stage.port, port) for word in stage.health]
        health = chroot(stage, words, user=stage.user)
        end = time.monotonic() + HEALTHY_WITHIN
        while subprocess.run(health, env=env, stderr=subprocess.DEVNULL).returncode:
            if server.poll() is not None or time.monotonic() > end:
                raise SystemExit("the server does not become healthy")
            time.sleep(0.5)
        status = Path(f"/proc/{server.pid}/status").read_text()
        user = re.search(r"^Uid:\s+(\d+)", status, re.MULTILINE)
        if user is None or user[1] != stage.user.partition(":")[0]:
            raise SystemExit("the server does not run as the image's user")
    finally:
        server.send_signal(signal.SIGTERM)
        status_code = server.wait(30)
    print(f"healthy as user {stage.user} on a read-only root; stopped with status {status_code}")


def main() -> int:
    """Build the image in folders and start it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--keep", type=Path, help="an empty folder for the stages; default: none")
    bind = "a folder of this machine that RUN lines need, such as a mirror of packages"
    parser.add_argument("--bind", action="append", default=[], help=bind)
    arguments = parser.parse_args()
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        print("rehearse.py needs root and debootstrap", file=sys.stderr)
        return 2
    folder = arguments.keep or Path(tempfile.mkdtemp(prefix="entente-image-"))
    try:
        stage = build((ROOT / "deploy" / "Dockerfile").read_text(), folder, arguments.bind)
        size = subprocess.run(["du", "-sm", stage.folder], capture_output=True, text=True)
        print(f"the image takes {size.stdout.split()[0]} MB")
        start(stage)
    finally:
        if not arguments.keep:
            subprocess.run(["rm", "-rf", "--one-file-system", folder], check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

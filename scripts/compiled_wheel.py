"""The compiled wheel: a hook of hatchling, which `make package` switches on.

It compiles a copy of the sources with mypyc, those modules that `pyproject.toml` names, and puts
what comes out beside the sources in the wheel, where Python takes it before them. The tree itself
is left as it is: whoever works in it goes on with the sources.
"""

from __future__ import annotations

import ast
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TypeGuard

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PLACE = Path("build", "compiled")
CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]+")
# All of it is one library, and nothing from outside calls into its middle: so one function may be
# a part of another.
FLAGS = ["-fvisibility=hidden", "-fno-semantic-interposition"]
# A library that notes how often it goes which way, and one that is made after such notes.
NOTING = ["-fprofile-generate", "-fprofile-update=single"]
NOTED = ["-fprofile-use", "-fprofile-correction", "-Wno-missing-profile"]
QUICK = "ENTENTE_QUICK_WHEEL"  # if this is set, no notes are taken
FUTURE = "from __future__ import annotations"
SETUP = """\
from mypyc.build import mypycify
from setuptools import setup

arguments = ["--config-file", {config!r}, "--cache-dir", {cache!r}, *{modules!r}]
extensions = mypycify(arguments, opt_level="2", debug_level="0", group_name="entente")
for extension in extensions:
    extension.extra_compile_args += {flags!r}
    extension.extra_link_args += {linked!r}
setup(name="entente", packages=[], ext_modules=extensions)
"""


# The profile is taken of these games, with and without log.
PLAYED = """\
from benchmarks.measures import play
from entente.kernel.registry import load

for name in ("attrition", "turmoil"):
    game = load(name)
    for seed in range(20):
        play(game, {}, seed, log=seed % 2 == 1)
        play(game, game.info.all_rules(), seed, log=seed % 2 == 0)
"""


class CompiledWheel(BuildHookInterface[Any]):
    """Adds the compiled modules to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, before the files of the wheel are gathered."""
        if version == "editable":
            return
        root = Path(self.root)
        place = root / PLACE
        shutil.rmtree(place / "src", ignore_errors=True)
        shutil.rmtree(place / "out", ignore_errors=True)
        shutil.copytree(
            root / "src", place / "src", ignore=shutil.ignore_patterns("static", "__pycache__")
        )
        modules = chosen(place / "src", self.config["modules"])
        prepare(modules)
        if sys.platform == "win32":
            self._compile(root, place, modules, [])
        elif os.environ.get(QUICK) or not is_gcc():
            self._compile(root, place, modules, FLAGS)
        else:
            notes = place / "notes"
            shutil.rmtree(notes, ignore_errors=True)
            where = f"-fprofile-dir={notes.resolve()}"
            self._compile(root, place, modules, [*FLAGS, *NOTING, where], NOTING)
            self._play(root, place)
            self._compile(root, place, modules, [*FLAGS, *NOTED, where])
        built = sorted((place / "out").rglob("*.*"))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for path in built:
            build_data["force_include"][str(path)] = path.relative_to(place / "out").as_posix()

    def _compile(
        self,
        root: Path,
        place: Path,
        modules: Iterable[Path],
        flags: list[str],
        linked: Sequence[str] = (),
    ) -> None:
        """Run mypyc and the C compiler over the copy."""
        script = place / "setup.py"
        text = SETUP.format(
            config=str(root / "pyproject.toml"),
            cache=str(place / "cache"),
            flags=flags,
            linked=list(linked),
            modules=[module.relative_to(place).as_posix() for module in modules],
        )
        script.write_text(text, "utf-8")
        command = [sys.executable, script.name, "-q", "build_ext", "--force", "--build-lib", "out"]
        done = subprocess.run(command, cwd=place, check=False)
        if done.returncode:
            self.app.abort(
                "The wheel could not be compiled. It needs a C compiler, Python's headers, and "
                "mypy and setuptools in this environment; what is wrong stands above."
            )

    def _play(self, root: Path, place: Path) -> None:
        """Play some games with what was compiled, so that it notes where it goes."""
        noting = place / "noting"
        shutil.rmtree(noting, ignore_errors=True)
        for part in ("src", "out"):
            shutil.copytree(place / part, noting, dirs_exist_ok=True)
        path = os.pathsep.join([str(noting.resolve()), str(root)])
        environment = {**os.environ, "PYTHONPATH": path}
        done = subprocess.run([sys.executable, "-c", PLAYED], env=environment, check=False)
        shutil.rmtree(noting)
        if done.returncode:
            self.app.abort("The compiled games cannot be played; what is wrong stands above.")


def is_gcc() -> bool:
    """Whether Python's C compiler is one that learns from what it has compiled in our way."""
    compiler = shlex.split(sysconfig.get_config_var("CC") or "cc")
    try:
        result = subprocess.run(
            [*compiler, "--version"], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return False  # it will be missed soon, and said so
    return "Free Software Foundation" in result.stdout


def chosen(src: Path, patterns: Iterable[str]) -> list[Path]:
    """The modules that a list means, in which `!` takes out again what stands before it."""
    paths: dict[Path, None] = {}
    for pattern in patterns:
        meant = sorted(src.glob(pattern.removeprefix("!")))
        if not meant:
            raise ValueError(f"pyproject.toml compiles {pattern!r}, and there is no such module")
        for path in meant:
            if pattern.startswith("!"):
                paths.pop(path, None)
            else:
                paths[path] = None
    return list(paths)


def prepare(modules: Iterable[Path]) -> None:
    """Write a copy of the sources as mypyc likes them best; of what stays interpreted beside them
    it takes the constants."""
    for module in {near for each in modules for near in each.parent.glob("*.py")}:
        module.write_text(with_final_constants(module.read_text("utf-8")), "utf-8")
    for module in modules:
        module.write_text(without_decorated_classes(module.read_text("utf-8")), "utf-8")


def without_decorated_classes(source: str) -> str:
    """A module in which `@steps.ask("move")` above a class is a call at the end.

    mypyc makes quick classes only of those without decorators. The lines keep their numbers.
    """
    lines, calls = source.splitlines(), list[str]()
    for node in ast.parse(source).body:
        if not isinstance(node, ast.ClassDef):
            continue
        for decorator in filter(_asks, node.decorator_list):
            first, last = decorator.lineno - 1, decorator.end_lineno or decorator.lineno
            lines[first:last] = [""] * (last - first)
            calls.append(f"{ast.unparse(decorator)}({node.name})")
    return "\n".join([*lines, *calls, ""])


def _asks(decorator: ast.expr) -> bool:
    """Whether a decorator is `steps.ask(…)`."""
    called = decorator.func if isinstance(decorator, ast.Call) else None
    return isinstance(called, ast.Attribute) and called.attr == "ask"


def with_final_constants(source: str) -> str:
    """A module whose constants, those with names in capitals, say that they never change: texts and
    numbers, and whatever has its type beside it.

    mypyc looks any other name of a module up in a dictionary, each time it is used. The lines keep
    their numbers.
    """
    lines, tree = source.splitlines(), ast.parse(source)
    if FUTURE not in lines:
        return source
    stored = [node.id for node in ast.walk(tree) if _is_stored(node)]
    for node in tree.body:
        finals = {name: text for name, text in _final(source, node) if stored.count(name) == 1}
        if finals:
            assert node.end_lineno is not None
            written = "; ".join(finals.values()).splitlines()
            room = node.end_lineno - node.lineno + 1 - len(written)
            lines[node.lineno - 1 : node.end_lineno] = [*written, *[""] * room]
    lines[lines.index(FUTURE)] += "; from typing import Final"
    return "\n".join([*lines, ""])


def _is_stored(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _final(source: str, node: ast.stmt) -> list[tuple[str, str]]:
    """The constants that a statement defines, each with its definition as one that never changes;
    nothing, if it defines anything else."""
    pairs: list[tuple[ast.expr, ast.expr]] = []
    kind = "Final"
    if isinstance(node, ast.AnnAssign) and node.value is not None:
        pairs, kind = [(node.target, node.value)], f"Final[{ast.unparse(node.annotation)}]"
    elif isinstance(node, ast.Assign) and len(node.targets) == 1:
        target, value = node.targets[0], node.value
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            pairs = list(zip(target.elts, value.elts, strict=True))
        else:
            pairs = [(target, value)]
        if not all(isinstance(value, ast.Constant) for _, value in pairs):
            return []
    return [
        (target.id, f"{target.id}: {kind} = ({ast.get_source_segment(source, value)})")
        for target, value in pairs
        if isinstance(target, ast.Name) and CONSTANT.fullmatch(target.id)
    ]

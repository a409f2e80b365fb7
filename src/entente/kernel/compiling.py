"""Hints for mypyc, which compiles the kernel in wheels; interpreted code ignores them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
    from mypy_extensions import trait as trait
else:

    def mypyc_attr(**attributes):
        """Return the class unchanged."""
        return lambda cls: cls

    def trait(cls):
        """Return the class unchanged."""
        return cls

"""The base of all models, and their common types."""

from __future__ import annotations

from typing import Annotated, Any

from sqlalchemy import JSON, BigInteger
from sqlalchemy.orm import DeclarativeBase

Seconds = Annotated[int, "seconds since 1970"]  # 32 bits overflow in 2038


class Base(DeclarativeBase):
    type_annotation_map = {dict[str, Any]: JSON, Seconds: BigInteger}

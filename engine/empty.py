"""A mapping with nothing in it, for defaults: by itself, so that whoever needs only this loads no game for it."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

EMPTY: Mapping[Any, Any] = MappingProxyType({})

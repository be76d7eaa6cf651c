"""Options of a game from JSON values; each game lists its own as the fields of a frozen dataclass."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, TypeVar, get_args, get_type_hints

import msgspec

from engine.json_values import shown
from engine.match import MalformedError

if TYPE_CHECKING:
    from collections.abc import Mapping

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class NoOptions:
    """The options of a game that leaves nothing to agree on."""

    def as_json(self) -> dict[str, Any]:
        """Every option by name: none."""
        return {}


def read_options(kind: type[T], raw: Mapping[str, Any] | None, game: str) -> T:
    """Options of the dataclass ``kind``, defaults for what is left out. Raises MalformedError (``options.<name>``).

    ``game`` is named in messages. Fields are flags, words (``Literal``), bounded whole numbers
    (``Annotated[int, msgspec.Meta(ge=..., le=...)]``) or free words (``Annotated[str, msgspec.Meta(max_length=...)]``).
    """
    known = [field.name for field in fields(kind)]  # type: ignore[arg-type]  # a dataclass, as every game's options are
    for name in raw or {}:
        if name not in known:
            raise MalformedError(
                f"options.{name[:40]}", f"{game} has no such option; it has {', '.join(known) or 'none'}"
            )
    for name, value in (raw or {}).items():
        try:
            msgspec.convert({name: value}, kind)
        except msgspec.ValidationError as error:
            needed = _choices(kind, name)
            raise MalformedError(f"options.{name}", f"{shown(value)} will not do; there is {needed}") from error
    return msgspec.convert(dict(raw or {}), kind)


def _choices(kind: type[object], name: str) -> str:
    """The values that an option may have, as JSON has them."""
    hint = get_type_hints(kind, include_extras=True)[name]
    if hint is bool:
        return "true, false"
    bounds = next((meta for meta in get_args(hint) if isinstance(meta, msgspec.Meta)), None)
    if bounds is not None and bounds.max_length is not None:
        return f"a word of up to {bounds.max_length} letters"
    if bounds is not None:
        return f"a whole number from {bounds.ge} to {bounds.le}"
    return ", ".join(str(choice) for choice in get_args(hint))

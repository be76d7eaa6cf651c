"""Options of a game from JSON values; each game lists its own as the fields of a frozen dataclass."""

from __future__ import annotations

from dataclasses import Field, dataclass, fields
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
            needed = next(choice for choice in choices(kind) if choice.name == name)
            raise MalformedError(f"options.{name}", f"{shown(value)} will not do; there is {needed}") from error
    return msgspec.convert(dict(raw or {}), kind)


@dataclass(frozen=True, slots=True)
class Choice:
    """What an option may be."""

    name: str
    default: Any
    """As a JSON value."""
    values: tuple[Any, ...] = ()
    """All that it may be, as JSON values; empty for numbers and free words."""
    bounds: tuple[int, int] | None = None
    """Least and greatest whole number."""
    most_letters: int | None = None
    """Of a free word."""

    def __str__(self) -> str:
        """``standard, official``; ``a whole number from 1 to 20``."""
        if self.bounds is not None:
            return f"a whole number from {self.bounds[0]} to {self.bounds[1]}"
        if self.most_letters is not None:
            return f"a word of up to {self.most_letters} letters"
        return ", ".join(str(value).lower() if isinstance(value, bool) else str(value) for value in self.values)


def choices(kind: type[object]) -> tuple[Choice, ...]:
    """Every option of a game's dataclass, in its order."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(_choice(field, hints[field.name]) for field in fields(kind))  # type: ignore[arg-type]  # as above


def _choice(field: Field[Any], hint: Any) -> Choice:  # noqa: ANN401 - type hints have no common type
    if hint is bool:
        return Choice(field.name, field.default, (True, False))
    bounds = next((meta for meta in get_args(hint) if isinstance(meta, msgspec.Meta)), None)
    if bounds is None:
        return Choice(field.name, field.default, get_args(hint))
    if bounds.max_length is not None:
        return Choice(field.name, field.default, most_letters=bounds.max_length)
    return Choice(field.name, field.default, bounds=(int(bounds.ge or 0), int(bounds.le or 0)))

"""Keys of one's own: which actions there are by their ids, and what is wrong with a choice of keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.binding import Binding
from textual.keys import KEY_NAME_REPLACEMENTS, Keys, key_to_character

from referee_tui.texts import KEYS, texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from textual.binding import BindingType
    from textual.dom import DOMNode

    from referee_tui.keys import Bound


_MODIFIERS = frozenset({"ctrl", "shift", "alt", "meta", "super", "hyper"})
_NAMED = {key.value for key in Keys} | set(KEY_NAME_REPLACEMENTS.values())


def bindings(table: Iterable[Bound]) -> list[BindingType]:
    """Bindings with the ids by which their keys can be changed; English until the line of keys says them."""
    words = texts(KEYS)
    return [
        Binding(
            bound.keys, bound.action, words(bound.id), show=bound.show, key_display=bound.shown_as,
            priority=bound.priority, id=bound.id,
        )
        for bound in table
    ]  # fmt: skip


def bindings_of(part: type[DOMNode]) -> tuple[Binding, ...]:
    """The bindings with an id that a screen or an app defines."""
    return tuple(Binding.make_bindings(_own(part.__dict__.get("BINDINGS", ()))))


def _own(bindings: Iterable[BindingType]) -> Iterable[Binding]:
    return (binding for binding in bindings if isinstance(binding, Binding) and binding.id)


def key_problems(
    keys: Mapping[str, str],
    app: type[DOMNode],
    parts: Iterable[type[DOMNode]],
    through: Mapping[type[DOMNode], frozenset[str]],
) -> tuple[str, ...]:
    """What is wrong with keys by binding id, one sentence each; the app's own keys work in all its ``parts``.

    ``through`` has actions of other parts that work in a part as well, by their ids.
    """
    parts = tuple(parts)
    everywhere = bindings_of(app)
    others = tuple(binding for part in parts for binding in bindings_of(part))
    sets = [
        _by_id((*everywhere, *bindings_of(part), *(b for b in others if b.id in through.get(part, ()))))
        for part in parts
    ]
    known = {name for named in sets for name in named}
    unknown = tuple(
        f"there is no action {name!r} to give keys; {_likely(name, known)}" for name in keys if name not in known
    )
    none = tuple(
        f"there is no key {key!r} for {name}; keys are named p, P, f5, ctrl+p, space or question_mark"
        for name, given in keys.items()
        for key in _split(given)
        if not _is_key(key)
    )
    clashes = (problem for named in sets for problem in _clashes(named, keys))
    return unknown + none + tuple(dict.fromkeys(clashes))


def _split(keys: str) -> list[str]:
    return [part.strip() for part in keys.split(",")]


def _is_key(key: str) -> bool:
    """Whether Textual ever reports a key by this name: a letter, a sign by its name, a key with a name of its own."""
    *modifiers, last = key.split("+")
    if not _MODIFIERS.issuperset(modifiers) or last in KEY_NAME_REPLACEMENTS:
        return False
    return last in _NAMED or key_to_character(last) is not None


def _by_id(bindings: Iterable[Binding]) -> dict[str, tuple[str, ...]]:
    """All keys of each action."""
    found: dict[str, tuple[str, ...]] = {}
    for binding in bindings:
        name = binding.id or ""
        found[name] = (*found.get(name, ()), binding.key)
    return found


def _likely(name: str, known: Iterable[str]) -> str:
    area = name.partition(".")[0]
    near = sorted(each for each in known if each.partition(".")[0] == area)
    return f"of {area} there are {', '.join(near)}" if near else f"the areas are {', '.join(_areas(known))}"


def _areas(known: Iterable[str]) -> list[str]:
    return sorted({each.partition(".")[0] for each in known})


def _clashes(named: Mapping[str, tuple[str, ...]], keys: Mapping[str, str]) -> Iterable[str]:
    """Keys that two actions of one screen would have, where one of them was given it."""
    holders: dict[str, str] = {}
    for name, own in named.items():
        for key in _split(keys[name]) if name in keys else own:
            other = holders.setdefault(key, name)
            if other != name and (name in keys or other in keys):
                yield f"the key {key!r} would be both {other} and {name}; give one of them another"

"""The line of keys below every screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol, runtime_checkable

from rich.cells import cell_len
from rich.text import Text
from textual.reactive import reactive
from textual.widget import Widget

from referee_tui.app.language import settings_of
from referee_tui.keys import PLACES, SHARED, USUAL
from referee_tui.texts import KEYS, texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from textual.app import App
    from textual.binding import ActiveBinding, Binding
    from textual.events import Click
    from textual.screen import Screen

_HELP = "help"
_SIGNS: Mapping[str | None, str] = {"?": "question_mark"}
"""The keys of signs that can be typed as well."""


@runtime_checkable
class Offering(Protocol):
    """A screen that knows which of its actions are of use now; its keys for others say why they do nothing."""

    def resting(self) -> frozenset[str]:
        """The actions that are not offered."""


@runtime_checkable
class Renaming(Protocol):
    """A screen on which a key does the opposite of what it is called, once it was pressed."""

    def renamed(self) -> Mapping[str, str]:
        """Under which names in the texts of keys what actions do now stands, by the actions' ids."""


class ShownKey(NamedTuple):
    """A key in the line."""

    key: str
    label: str
    """How the key is called."""
    words: str
    """What it does."""
    rests: bool
    """Whether it does nothing at the moment."""
    action: str


def fitting(keys: Sequence[ShownKey], columns: int) -> tuple[ShownKey, ...]:
    """As many keys as there is room for, in their order; the one for help, which tells the others, always."""
    # The last needs no gap after it.
    room = columns + 1 - sum(_width(key) for key in keys if key.action == _HELP)
    shown: list[ShownKey] = []
    for key in keys:
        if key.action != _HELP:
            room -= _width(key)
        if key.action == _HELP or room >= 0:
            shown.append(key)
    return tuple(shown)


def _as_pressed(binding: Binding) -> Binding:
    """The binding without a sign that is another key's: where ``?`` is a letter of what is typed, F1 helps."""
    sign = binding.key_display
    return binding.with_key(binding.key) if sign in _SIGNS and _SIGNS[sign] != binding.key else binding


def _in_order(active: Iterable[ActiveBinding]) -> list[ActiveBinding]:
    """In the order that actions have in their tables, part by part: keys of a player's own come last otherwise."""
    parts: dict[int, int] = {}
    for bound in active:
        parts.setdefault(id(bound.node), len(parts))
    return sorted(active, key=lambda bound: (parts[id(bound.node)], PLACES.get(bound.binding.id or "", 0)))


def _labels(app: App[object], bindings: Iterable[Binding]) -> dict[str, str]:
    """The keys of several actions of which one is named, by its id, where one of them is a player's own."""
    keys: dict[str, Binding] = {}
    for binding in bindings:
        keys.setdefault(binding.id or "", binding)
    return {
        named: " ".join(app.get_key_display(keys[name].with_key(keys[name].key)) for name in names if name in keys)
        for named, names in SHARED.items()
        if any(name in keys and keys[name].key not in USUAL[name].split(",") for name in names)
    }


def _width(key: ShownKey) -> int:
    """Text cells of a key with the gap after it."""
    return cell_len(f"{key.label} {key.words} ")


class KeyLine(Widget):
    """The keys that work where the focus is; a click on one presses it.

    One line of text: Textual's footer is a widget for each key, a dozen of them built anew whenever the focus moves,
    and that was most of what such a key took.
    """

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"key-line--key", "key-line--words"}
    DEFAULT_CSS = """
    KeyLine {
        dock: bottom; height: 1; text-wrap: nowrap; text-overflow: ellipsis;
        color: $footer-foreground; background: $footer-background;
        .key-line--key {
            color: $footer-key-foreground; background: $footer-key-background; text-style: bold;
        }
        .key-line--words { color: $footer-description-foreground; background: $footer-description-background; }
    }
    """

    shown: reactive[tuple[ShownKey, ...]] = reactive(())

    def on_mount(self) -> None:
        """Be told when other keys work."""
        self.screen.bindings_updated_signal.subscribe(self, self._changed)
        self._changed(self.screen)

    def on_unmount(self) -> None:
        """Be told no more."""
        self.screen.bindings_updated_signal.unsubscribe(self)

    def renew(self) -> None:
        """Other keys are of use."""
        self._changed(self.screen)

    def _changed(self, screen: Screen[object]) -> None:
        # While another window has the keyboard, nothing works; what worked goes on standing there.
        if not (screen.app.app_focus and self.is_attached and screen is self.screen):
            return
        named, actions = texts(KEYS, settings_of(self.app).language), dict[str, ShownKey]()
        resting = screen.resting() if isinstance(screen, Offering) else frozenset()
        active = [bound for bound in screen.active_bindings.values() if bound.binding.action not in resting]
        renamed = screen.renamed() if isinstance(screen, Renaming) else dict[str, str]()
        labels = _labels(screen.app, [binding for _, binding, _, _ in active])
        for _, binding, enabled, _ in _in_order(active):
            if binding.show:
                label = labels.get(binding.id or "") or screen.app.get_key_display(_as_pressed(binding))
                name = renamed.get(binding.id or "", binding.id)
                words = named(name) if name and name in named else binding.description
                actions.setdefault(binding.action, ShownKey(binding.key, label, words, not enabled, binding.action))
        self.shown = tuple(actions.values())

    def render(self) -> Text:
        """``q Leave t Type ...``."""
        key, words = (self.get_component_rich_style(f"key-line--{part}") for part in ("key", "words"))
        labels = []
        for shown in fitting(self.shown, self.size.width):
            label = Text.assemble((shown.label, key), (f" {shown.words}", words))
            if shown.rests:
                label.stylize("dim")
            labels.append(label)
        return Text(" ", no_wrap=True).join(labels)

    def on_click(self, event: Click) -> None:
        """Press the key that was clicked."""
        end = 0
        for shown in fitting(self.shown, self.size.width):
            begin, end = end, end + _width(shown)
            if begin <= event.x < end - 1:
                if shown.rests:
                    self.app.bell()
                else:
                    self.app.simulate_key(shown.key)

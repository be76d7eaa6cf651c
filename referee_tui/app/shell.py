"""The app round all screens: it shows the one it is given, gathers what can be done, and leaves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Protocol, runtime_checkable

from textual.app import App, SystemCommand
from textual.command import CommandPalette
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Input

from referee_tui import keys
from referee_tui.app.debug import DebugPage, Vital, Vitals, most_memory_mb, thread_count
from referee_tui.app.harmless import HARMLESS
from referee_tui.app.keys import bindings
from referee_tui.app.prompt import stay_prompt
from referee_tui.app.themes import DARK, THEMES, recolour, theme_problem
from referee_tui.app.together import together
from referee_tui.config import DEFAULT
from referee_tui.texts import key_names, texts
from referee_tui.version import own_version, version_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from textual.binding import Binding, BindingType
    from textual.driver import Driver
    from textual.events import Event
    from textual.filter import LineFilter
    from textual.screen import Screen

    from referee_tui.config import Config


@runtime_checkable
class Commanding(Protocol):
    """A screen that names what can be done on it."""

    def commands(self) -> Iterable[SystemCommand]:
        """Every action of the screen, titled ``area: Verb``."""


@runtime_checkable
class Finishing(Protocol):
    """A screen with something under way that is brought to an end before the program is left."""

    def finish(self) -> bool:
        """Begin to bring it to an end. Whether the program can be left at once, also since this was asked before."""


class KeyByKey:
    """A screen of which each key is done before the next is looked at, however fast they come.

    Its parts know of no keys but those of their bindings, and letters that are typed into a line.
    """


class TouchlineApp(App[None]):
    """The program's screens, from the first until the user leaves."""

    TITLE = "Touchline"
    ENABLE_COMMAND_PALETTE = True
    # With what is below shining through, every cell of it is mixed anew at every change of the page.
    CSS = "ModalScreen { background: $background; }"
    BINDINGS: ClassVar[list[BindingType]] = bindings(keys.APP)

    def __init__(self, first: Screen[None], *, config: Config = DEFAULT) -> None:
        """Begin with ``first``; screens find the user's settings in ``config``."""
        super().__init__()
        self._first = first
        self.config = config
        self._key_names = key_names(config.language)
        for theme in THEMES.values():
            self.register_theme(theme)
        self.theme = DARK if theme_problem(config.theme) else config.theme

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What no text may hold, the theme's colours for what the program draws in its own, what NO_COLOR takes."""
        own = recolour(self.current_theme)
        return [together(HARMLESS, *([own] if own is not None else []), *super().get_line_filters())]

    async def on_event(self, event: Event) -> None:
        """What comes from the terminal goes to the part with the focus; keys of a screen that wants it, one by one."""
        if not (isinstance(event, Key) and isinstance(self.screen, KeyByKey)) or event.is_forwarded:
            await super().on_event(event)
            return
        # On its way to a part and back a key takes turns with those that came with it: by then the focus may be gone.
        self.app_focus = True
        if not await self._check_bindings(event.key, priority=True):
            self.on_key(event)
            await self._on_key(event)

    def on_key(self, event: Key) -> None:
        """Write a letter into the line that is open for typing."""
        if event.character is not None and event.is_printable and isinstance(self.focused, Input):
            event.stop()
            self.focused.replace(event.character, *self.focused.selection)

    def get_key_display(self, binding: Binding) -> str:
        """What sentences call a key is what it is called everywhere."""
        return self._key_names.called(binding.key_display or binding.key)

    def get_driver_class(self) -> type[Driver]:
        """Textual's own, patient with what terminals send."""
        usual = super().get_driver_class()
        if usual.__name__ != "LinuxDriver":
            return usual
        from referee_tui.app.driver import PatientDriver  # noqa: PLC0415 - there is none on Windows

        return PatientDriver

    async def action_quit(self) -> None:
        """Leave; what is under way on a screen leaves when it is done, or when this is asked again."""
        under_way = [screen for screen in self.screen_stack if isinstance(screen, Finishing)]
        if all(screen.finish() for screen in under_way):
            self.exit()

    async def on_mount(self) -> None:
        """Give the bindings their keys, and open the first screen."""
        if not self.is_headless:
            stay_prompt(self)
        if self.config.keys:
            self.set_keymap(self.config.keys)
        # A screen that can be opened from others as well is dismissed; the first leaves nothing behind it.
        await self.push_screen(self._first, lambda _: self.exit())

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """What can be done on the screen in front, and with any screen."""
        if isinstance(screen, Commanding):
            yield from screen.commands()
        actions: dict[str, Callable[[], object]] = {
            "theme": self.action_change_theme, "keys": self.action_show_help_panel, "picture": self.deliver_screenshot,
            "figures": self.action_debug, "leave": self.action_quit,
        }  # fmt: skip
        words = texts("app", self.config.language)
        for name, action in actions.items():
            yield SystemCommand(words(f"command_{name}"), words(f"about_{name}"), action)

    def action_command_palette(self) -> None:
        """List what can be done; Textual's own asks in English what to seek."""
        if not isinstance(self.screen, CommandPalette):
            asks = texts("app", self.config.language)("command_search")
            self.push_screen(CommandPalette(placeholder=asks, id="--command-palette"))

    def action_debug(self) -> None:
        """Show the figures of the screen in front, and of the program."""
        screen = self.screen
        if not isinstance(screen, ModalScreen):
            self.push_screen(
                DebugPage(lambda: self._vitals(screen), texts("debug", self.config.language, self.config.keys))
            )

    def _vitals(self, screen: Screen[object]) -> Vitals:
        from referee_tui.reports.save import versions  # noqa: PLC0415 - OpenCV, only for this page

        return replace(
            screen.vitals() if isinstance(screen, Vital) else Vitals(),
            size=(self.size.width, self.size.height),
            theme=self.theme,
            no_color=self.no_color,
            memory_mb=most_memory_mb(),
            threads=thread_count(),
            versions={**versions(own_version()), "textual": version_of("textual")},
        )

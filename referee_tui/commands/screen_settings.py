"""Settings that only the screen can check, a theme and keys: refused by every command alike, shown on it or not."""

from typing import TYPE_CHECKING

from referee_tui.config.values import OWN_THEMES, ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee_tui.config.loading import Set

_KEYS = "keys."


def check_screen_settings(made: "Mapping[str, Set]") -> None:
    """Refuse a theme that there is not, and keys that cannot be. Raises ConfigError: where it was set, and what."""
    keys: dict[str, str] = {}
    for key, said in made.items():
        check_screen_setting(key, said, keys)


def check_screen_setting(key: str, said: "Set", keys: dict[str, str]) -> None:
    """Theme and actions are those that there are, and no key does two things with the ``keys`` before it.

    Adds to these; any other setting is left alone. Raises ConfigError.
    """
    if key == "theme":
        problem = _theme_problem(said.value)
    elif key.startswith(_KEYS):
        # Only for keys of one's own is it worth the time that the screens take to import.
        from referee_tui.app.settings import key_faults

        keys[key.removeprefix(_KEYS)] = said.value
        problem = next(iter(key_faults(keys)), "")
    else:
        return
    if problem:
        raise ConfigError(f"{said.origin}: {key}: {problem}")


def _theme_problem(name: str) -> str:
    if name in OWN_THEMES:
        return ""
    from referee_tui.app.themes import theme_problem

    return theme_problem(name)

"""The program's own themes: dark, light, high contrast, and one without red and green."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.theme import BUILTIN_THEMES, Theme

from referee_tui.app.recolour import Inks, Recolour
from referee_tui.config.values import OWN_THEMES

if TYPE_CHECKING:
    from collections.abc import Mapping

DARK, LIGHT, CONTRAST, COLOUR_BLIND = OWN_THEMES


def _chosen(ground: str, blurred: str, text: str = "#ffffff") -> dict[str, str]:
    """The ground of what is chosen in a list, with the keyboard there and without: small print is read on it too.

    What stands in a line in which nothing is typed yet is to be read as well.
    """
    return {
        "block-cursor-background": ground, "block-cursor-foreground": text,
        "block-cursor-blurred-background": blurred, "text-disabled": "auto 70%",
    }  # fmt: skip


THEMES: Mapping[str, Theme] = {
    theme.name: theme
    for theme in (
        Theme(
            DARK, primary="#3d8fd1", secondary="#2a6496", accent="#ffd83d", success="#6fbf8b", warning="#ffd83d",
            error="#e57373", foreground="#e3e8ec", background="#10151a", surface="#161c22", panel="#1b222a",
            variables=_chosen("#12395a", "#22303c") | {"button-color-foreground": "#000000"},
        ),
        Theme(
            LIGHT, primary="#0a5a9c", secondary="#2a6496", accent="#8a4b00", success="#1f6f43", warning="#7a5c00",
            error="#a02c2c", foreground="#14191e", background="#f6f6f1", surface="#ecece6", panel="#dfdfd7", dark=False,
            variables=_chosen("#cde2f2", "#dde4e8", text="#14191e"),
        ),
        Theme(
            CONTRAST, primary="#40cbff", secondary="#ffffff", accent="#ffff00", success="#7dff9a", warning="#ffff00",
            error="#ff9c9c", foreground="#ffffff", background="#000000", surface="#000000", panel="#000000",
            text_alpha=1.0,
            variables=_chosen("#002a80", "#1c1c1c") | {"text-muted": "#ffffff", "text-disabled": "#ffffff"},
        ),
        # Okabe and Ito 2008, "Color Universal Design": sky blue, orange and yellow stay apart for everybody.
        Theme(
            COLOUR_BLIND, primary="#56b4e9", secondary="#0072b2", accent="#f0e442", success="#56b4e9",
            warning="#f0e442", error="#e69f00", foreground="#e3e8ec", background="#10151a", surface="#161c22",
            panel="#1b222a", variables=_chosen("#003a5c", "#22303c"),
        ),
    )
}  # fmt: skip
"""By name."""

_INKS: Mapping[str, Inks] = {
    LIGHT: Inks(
        texts={
            "#ffffff": "#14191e", "#8fa3b5": "#4a5763", "#ffd83d": "#7a5c00", "#7d8b99": "#525d68",
            "#6fbf8b": "#1f6f43", "#50dc50": "#1f6f43", "#ff6060": "#a02c2c",
        },
    ),
    CONTRAST: Inks(
        grounds={
            "#17432a": "#000000", "#1d5535": "#101c10", "#256842": "#1c2e1c", "#23303a": "#000000",
            "#4b5560": "#333333", "#0a6fc2": "#0000d0", "#d04a02": "#ffb000", "#1f6f43": "#005f1c",
            "#a02c2c": "#b00000", "#c02020": "#b00000", "#37474f": "#1a1a1a", "#4a5a1e": "#000000",
            "#c9b458": "#ffff00", "#ffd83d": "#ffff00", "#8b1a8b": "#ff40ff",
        },
        on_ground={
            "#d04a02": {"#ffffff": "#000000"},
            "#8b1a8b": {"#ffffff": "#000000"},
            "#ffd83d": {"#003a70": "#0000a0", "#8a1f00": "#7a0000"},
            "#17432a": {"#5d8f6c": "#b8d8c0", "#4c8a5f": "#8fbf9f"},
            "#1d5535": {"#5d8f6c": "#b8d8c0", "#4c8a5f": "#8fbf9f"},
            "#256842": {"#5d8f6c": "#b8d8c0", "#4c8a5f": "#8fbf9f"},
            "#4b5560": {"#5d8f6c": "#ffffff", "#4c8a5f": "#ffffff"},
        },
        texts={"#8fa3b5": "#ffffff", "#7d8b99": "#ffffff", "#4b5560": "#ffffff", "#6fbf8b": "#7dff9a"},
        no_dim=True,
    ),
    COLOUR_BLIND: Inks(
        grounds={
            "#1f6f43": "#1b4f72", "#a02c2c": "#e69f00", "#50dc50": "#56b4e9", "#c02020": "#e69f00",
            "#17432a": "#2b3238", "#1d5535": "#353d44", "#256842": "#404950",
        },
        on_ground={
            "#a02c2c": {"#ffffff": "#000000"},
            "#c02020": {"#ffffff": "#000000"},
            "#17432a": {"#5d8f6c": "#8d979f", "#4c8a5f": "#6f7a83"},
            "#1d5535": {"#5d8f6c": "#8d979f", "#4c8a5f": "#6f7a83"},
            "#256842": {"#5d8f6c": "#8d979f", "#4c8a5f": "#6f7a83"},
        },
        texts={"#6fbf8b": "#56b4e9", "#50dc50": "#56b4e9", "#ff6060": "#e69f00"},
    ),
}  # fmt: skip

_FILTERS: Mapping[str, Recolour] = {name: Recolour(inks) for name, inks in _INKS.items()}
_LIGHT_ONES = Recolour(_INKS[LIGHT])
_OWN_GROUND = Recolour(
    Inks(texts=dict.fromkeys(("#ffffff", "#8fa3b5", "#7d8b99", "#ffd83d", "#6fbf8b", "#50dc50", "#ff6060"), "default"))
)
"""For themes that leave the ground to the terminal, which may be dark or light whatever the theme is called."""


def recolour(theme: Theme) -> Recolour | None:
    """What exchanges the program's own colours under a theme; None where they stay as they are."""
    if theme.ansi:
        return _OWN_GROUND
    return _FILTERS.get(theme.name) or (None if theme.dark else _LIGHT_ONES)


def theme_problem(name: str) -> str:
    """Why there is no such theme, one sentence; empty if there is."""
    if name in THEMES or name in BUILTIN_THEMES:
        return ""
    return f"there is no theme {name!r}; of the program's own there are {', '.join(THEMES)}"

"""The system's own voice: found by its program, spoken to in a thread that never makes anybody wait."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.texts import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST_S = 20.0
"""A voice that takes longer for a sentence is stuck."""

_LANGUAGE = "LANGUAGE"
"""Stands for the language that is spoken: a word of a command, or in its last."""

# Where no voice of that language is installed, SelectVoiceByHints takes none; then the system's own speaks.
_POWERSHELL = (
    "Add-Type -AssemblyName System.Speech; [Console]::InputEncoding = [Text.Encoding]::UTF8; "
    "$voice = New-Object System.Speech.Synthesis.SpeechSynthesizer; "
    f"try {{ $voice.SelectVoiceByHints('NotSet', 'NotSet', 0, '{_LANGUAGE}') }} catch {{ }}; "
    "$voice.Speak([Console]::In.ReadToEnd())"
)

_PROGRAMS: dict[str, tuple[tuple[str, ...], ...]] = {
    # It is told voices by their names, not languages: the one that is set in the system speaks.
    "darwin": (("say", "-f", "-"),),
    "win32": (("powershell", "-NoProfile", "-NonInteractive", "-Command", _POWERSHELL),),
}
"""What speaks the text on its standard input, by system."""
_ELSEWHERE = (("espeak-ng", "-v", _LANGUAGE, "--stdin"), ("espeak", "-v", _LANGUAGE, "--stdin"))
_DISPATCHER = ("spd-say", "--wait", "--language", _LANGUAGE, "--")
"""Speaks the text that follows; it is what people who need a voice have set up to their liking."""


class VoiceError(ValueError):
    """A voice that does not speak; why, in a few words."""


@dataclass(frozen=True, slots=True)
class Voice:
    """A program that speaks."""

    command: tuple[str, ...]
    takes_input: bool = True
    """The text goes to its standard input; otherwise it is the last word of the command."""

    @property
    def name(self) -> str:
        """What the program is called."""
        return self.command[0]

    def begin(self, text: str) -> subprocess.Popen[bytes]:
        """Begin to speak. Raises VoiceError."""
        command = self.command if self.takes_input else (*self.command, text)
        try:
            speaking = subprocess.Popen(  # noqa: S603 - no shell; the text is one word of it, or its input
                command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
        except OSError as error:
            raise VoiceError(error.strerror or str(error)) from error
        return speaking


def find_voice(
    language: str = ENGLISH, which: Callable[[str], str | None] = shutil.which, platform: str = sys.platform
) -> Voice | None:
    """The voice of this system for a language (``de``, ``pt-BR``), None if it has none that is known."""
    if platform not in _PROGRAMS and which(_DISPATCHER[0]):
        return Voice(_in(language, _DISPATCHER), takes_input=False)
    commands = _PROGRAMS.get(platform, _ELSEWHERE)
    return next((Voice(_in(language, command)) for command in commands if which(command[0])), None)


def _in(language: str, command: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word.replace(_LANGUAGE, language) for word in command)


class Speaker:
    """Speaks in a thread of its own. One sentence waits at most: a newer one takes its place."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self._changed = threading.Condition()
        self._waiting = ""
        self._closed = False
        self._trouble = ""
        self._speaking: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._run, name="voice", daemon=True)
        self._thread.start()

    @property
    def name(self) -> str:
        """What the voice is called."""
        return self._voice.name

    @property
    def trouble(self) -> str:
        """Why the voice does not speak; empty while it does."""
        return self._trouble

    def speak(self, words: str) -> None:
        """Say this next, instead of whatever was to be said next."""
        with self._changed:
            self._waiting = words
            self._changed.notify()

    def close(self) -> None:
        """Fall silent, at once."""
        with self._changed:
            self._closed = True
            if self._speaking is not None:
                self._speaking.kill()
            self._changed.notify()
        self._thread.join(LONGEST_S)

    def _next(self) -> str:
        """What is to be said next, waiting for it; empty at the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closed)
            words, self._waiting = self._waiting, ""
            return "" if self._closed else words

    def _run(self) -> None:
        while words := self._next():
            try:
                self._say(words)
            except VoiceError as error:
                self._trouble = str(error)
                return

    def _say(self, words: str) -> None:
        with self._changed:
            if self._closed:
                return
            speaking = self._speaking = self._voice.begin(words)
        try:
            speaking.communicate(words.encode() if self._voice.takes_input else None, timeout=LONGEST_S)
        except subprocess.TimeoutExpired as error:
            speaking.kill()
            speaking.communicate()
            raise VoiceError(f"no end after {LONGEST_S:g} s") from error
        finally:
            with self._changed:
                self._speaking = None
        if speaking.returncode and not self._closed:
            raise VoiceError(f"exit code {speaking.returncode}")

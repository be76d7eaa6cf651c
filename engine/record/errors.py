"""What can go wrong with a match log."""

from __future__ import annotations


class LogError(ValueError):
    """A log that cannot be opened, written or used; the message is one plain sentence naming the file."""


class LogExistsError(LogError):
    """The file has something in it already and was not asked to be resumed."""


class LogBusyError(LogError):
    """Another program is writing this log."""


class LogRefusedError(LogError):
    """The system does not let the log be written as things are (a full disk, a folder that may only be read)."""


class LogUnwrittenError(LogError):
    """A match is over, and records that were held in memory still cannot be written."""


class ReplayError(ValueError):
    """A record that does not follow from the ones before it.

    ``sentence`` says why to players: in other languages too, where it is one that can be said in them.
    """

    def __init__(self, message: str, sentence: str = "") -> None:
        """``sentence`` where the message has more in it than players need, as the key at fault."""
        super().__init__(message)
        self.sentence = sentence or message

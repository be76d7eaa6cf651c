"""What a session writes: records, and the pictures behind rulings; on the disk, or held until it takes them again."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

from engine.record.errors import LogError, LogUnwrittenError
from engine.record.records import Ended
from referee_tui.following.sentences import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from engine.record.chain import Written
    from engine.record.patient import PatientLog
    from engine.record.records import Record
    from referee_tui.following.evidence_keeper import EvidenceKeeper

WRITE_AGAIN_S = 2.0
"""How often records and pictures that could not be written are tried again, seconds of the source's clock."""


class SessionLog:
    """A session's log and pictures. One thread writes; ``close`` may come from another, and waits for a write."""

    def __init__(
        self, log: PatientLog, evidence: EvidenceKeeper, rescue: Callable[[], Iterable[Path]], *, start_t: float
    ) -> None:
        """``log`` is open, and closed here; ``rescue`` names files that do not exist yet, in the order to try them.

        ``start_t`` is the log's time (seconds) at which the source's clock stands at 0.
        """
        self._log = log
        self._evidence = evidence
        self._rescue = rescue
        self._start_t = start_t
        self._lines_before = log.count
        self._writing = Lock()
        self._held_told, self._tried_t = frozenset[str](), float("-inf")

    @property
    def path(self) -> Path:
        """Where it lies."""
        return self._log.path

    @property
    def start_t(self) -> float:
        """The log's time (seconds) at which the source's clock stands at 0."""
        return self._start_t

    @property
    def lines_before(self) -> int:
        """How many records it had when the session began."""
        return self._lines_before

    @property
    def lines(self) -> int:
        """How many it has now."""
        return self._log.count

    @property
    def trouble(self) -> str:
        """Why records are held in memory, one sentence without its full stop; empty while none is."""
        return self._log.trouble

    def write(self, t: float, records: Sequence[Record]) -> tuple[Written, ...]:
        """Append records at ``t`` seconds of the source's clock. Raises LogError."""
        with self._writing:
            return self._log.append(self._start_t + t, records)

    def keep(self, written: Sequence[Written], pictures: Mapping[int, bytes]) -> None:
        """Keep pictures (JPEG, by place in ``written``) beside the log."""
        with self._writing:
            self._evidence.keep(written, pictures)

    def tidings(self, t: float, *, waiting: bool) -> list[str]:
        """That the log or its pictures cannot be written, at once; and that they can be again.

        What is held is tried again every WRITE_AGAIN_S, and each time while the source is ``waiting`` for a frame.
        """
        if (self._log.trouble or self._evidence.trouble) and (waiting or t - self._tried_t >= WRITE_AGAIN_S):
            self._tried_t = t
            with self._writing:
                self._log.retry()
                self._evidence.retry()
        told: list[str] = []
        for trouble, held, again in (
            (self._log.trouble, "log.held", "log.again"),
            (self._evidence.trouble, "evidence.held", "evidence.again"),
        ):
            if bool(trouble) != (held in self._held_told):
                self._held_told ^= {held}
                told.append(say(held, why=trouble) if trouble else say(again))
        return told

    def close(self, reason: str) -> None:
        """Write the end record and let go of the log; closing twice is fine.

        Raises LogUnwrittenError, saying where the records are, if they could not be written in their own place.
        """
        with self._writing:
            if self._log.closed:
                return
            try:
                self._evidence.retry()
                self._log.append(self._log.last_t, [Ended(reason=reason)])
            finally:
                self._let_go()

    def _let_go(self) -> None:
        try:
            self._log.close()
        except LogUnwrittenError as error:
            for place in self._rescue():
                try:
                    self._log.rescue(place)
                except LogError:
                    continue
                raise LogUnwrittenError(f"{error}, and were saved with all the others in {place}") from error
            raise

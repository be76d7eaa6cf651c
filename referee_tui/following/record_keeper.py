"""The referee of a match that is followed, each of whose steps is in the log before it is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.observation import Observation
from engine.record.records import Noted
from engine.referee import Say, step

if TYPE_CHECKING:
    from engine.record.records import MovedForm
    from engine.referee import Input, Referee
    from engine.referee.values import SayKind
    from engine.ruleset import Ruleset
    from referee_tui.following.evidence_keeper import EvidenceKeeper
    from referee_tui.following.memory import SessionMemory
    from referee_tui.following.session_log import SessionLog


class RecordKeeper:
    """Hands the referee what is seen and said; writes down what comes of it, with its pictures, and then tells it."""

    def __init__(
        self, rules: Ruleset, referee: Referee, log: SessionLog, evidence: EvidenceKeeper, memory: SessionMemory
    ) -> None:
        """``referee`` is the state to go on from; ``memory`` keeps what it is told, for reports of faults."""
        self._rules, self._log, self._evidence, self._memory = rules, log, evidence, memory
        self.referee = referee
        """The present state."""

    def take_in(self, t: float, given: Input, *, pictured: bool = True) -> list[Say]:
        """One step of the referee at ``t`` seconds of the source's clock. Raises LogError.

        ``pictured``: a look is of the newest picture.
        """
        self._memory.told(t, given)
        outcome = step(self._rules, self.referee, given)
        records, pictures = outcome.records, dict[int, bytes]()
        if isinstance(given, Observation) and pictured:
            records, pictures = self._evidence.attach(records, given, self.referee.position)
        written = self._log.write(t, records) if records else ()
        self.referee = outcome.referee
        self._log.keep(written, pictures)
        return list(outcome.says)

    def note(self, t: float, text: str, *, moved: MovedForm | None = None, kind: SayKind = "note") -> list[Say]:
        """Write down and tell what is no ruling; nothing for an empty text. Raises LogError."""
        if not text:
            return []
        self._log.write(t, [Noted(text=text, moved=moved)])
        return [Say(kind, text)]

"""Asking the rules as any caller of ``touchline judge`` does."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, TypeAlias

from engine.judge import answer_line

Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Ask:
    """Positions and actions in, the answer's object out."""

    game: str = "regista"

    def __call__(
        self, position: Json, *actions: str, rolls: list[Any] | None = None, options: Json | None = None
    ) -> Json:
        line: Json = {"game": self.game, "position": position, "actions": list(actions), "rolls": rolls or []}
        if options is not None:
            line["options"] = options
        return answer_line(json.dumps(line).encode())

    def rule(
        self, position: Json, *actions: str, rolls: list[Any] | None = None, options: Json | None = None
    ) -> str | None:
        """The rule that the last action breaks, or None."""
        answer = self(position, *actions, rolls=rolls, options=options)
        if answer["ok"]:
            return None
        assert answer["at"] == len(actions) - 1, answer
        return str(answer["rule"])

    @staticmethod
    def types(answer: Json) -> list[str]:
        """The event types of an answer, in order."""
        assert answer["ok"], answer
        return [event["type"] for event in answer["events"]]

"""Counts of right and wrong claims about tables with known truth; no reading happens here."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

VISIBLE_PIECE = 0.5
"""A face of which less than this share can be seen is not scored: nobody could read it."""
VISIBLE_BALL = 0.3
"""A ring under its holder shows about 0.3 to 0.5 of itself."""
VISIBLE_DIE = 0.6
LONG_ROW = 22
"""Spaces from goal line to goal line on every Regista board with truth."""


@dataclass
class StillScores:
    """Running counts over many stills; ``add`` takes the truth and the answer for one."""

    counts: dict[str, int] = field(default_factory=dict)
    corner_errors_spaces: list[float] = field(default_factory=list)
    faults: list[tuple[str, list[str]]] = field(default_factory=list)

    def _count(self, key: str, amount: int = 1) -> None:
        self.counts[key] = self.counts.get(key, 0) + amount

    def add(self, name: str, truth: dict[str, Any], answer: dict[str, Any]) -> None:
        """Score one picture."""
        self._count("stills")
        has_board = bool(truth["board"]["found"])
        found = bool(answer["board"]["found"])
        if not has_board:
            self._count("without a board")
            self._count("found where none is", int(found))
            return
        self._count("boards")
        self._count("boards found", int(found))
        if not found:
            self.faults.append((name, [f"board not found: {answer['board'].get('why', '')}"]))
            return
        self.corner_errors_spaces.append(_corner_error(truth, answer))
        wrong = [*self._pieces(truth, answer), *self._ball(truth, answer), *self._dice(truth, answer)]
        if wrong:
            self.faults.append((name, wrong))
        if not truth["flags"]["occluded"]:
            self._count("positions")
            self._count("positions exact", int(not any(not w.startswith("die") for w in wrong)))

    def _pieces(self, truth: dict[str, Any], answer: dict[str, Any]) -> list[str]:
        wrong = []
        unsure = {doubt.get("cell") for doubt in answer["unsure"]}
        by_space: dict[str, list[dict[str, Any]]] = {}
        for piece in answer["pieces"]:
            if piece["cell"]:
                by_space.setdefault(piece["cell"], []).append(piece)
        for piece in truth["pieces"]:
            space = piece["cell"]
            seen = by_space.pop(space, [])
            if not space or piece["visible_frac"] < VISIBLE_PIECE:
                continue
            self._count("pieces")
            same_team = [other for other in seen if other["id"][0] == piece["id"][0]]
            if not same_team:
                wrong.append(f"{piece['id']} on {space} " + (f"read as {seen[0]['id']}" if seen else "missed"))
                continue
            self._count("space and team")
            right = same_team[0]["id"] == piece["id"]
            claimed = space not in unsure and "?" not in same_team[0]["id"]
            self._count("number", int(right))
            self._count("claimed", int(claimed))
            self._count("claimed wrongly", int(claimed and not right))
            if not right:
                wrong.append(
                    f"{piece['id']} on {space} read as {same_team[0]['id']}" + ("" if claimed else " (unsure)")
                )
        for space, extra in by_space.items():
            self._count("phantoms", len(extra))
            wrong.append(f"phantom {extra[0]['id']} on {space}")
        return wrong

    def _ball(self, truth: dict[str, Any], answer: dict[str, Any]) -> list[str]:
        ball = truth["ball"]
        if not ball or not ball["cell"] or ball["visible_frac"] < VISIBLE_BALL:
            return []
        self._count("balls")
        seen = (answer["ball"] or {}).get("cell")
        self._count("ball space", int(seen == ball["cell"]))
        return [] if seen == ball["cell"] else [f"ball ({ball['form']}) on {ball['cell']} read on {seen}"]

    def _dice(self, truth: dict[str, Any], answer: dict[str, Any]) -> list[str]:
        wrong = []
        for die in truth["dice"]:
            if die["visible_frac"] < VISIBLE_DIE:
                continue
            self._count("dice")
            same_team = [seen for seen in answer["dice"] if seen["team"] == die["team"]]
            right = any(seen["value"] == die["value"] for seen in same_team)
            self._count("die face", int(right))
            self._count("die read wrongly", int(bool(same_team) and not right))
            if not right:
                wrong.append(f"die {die['team']}{die['value']} read as {[seen['value'] for seen in same_team]}")
        return wrong

    def share(self, part: str, whole: str) -> str:
        """For example ``99.5 % (417 of 419)``."""
        of = self.counts.get(whole, 0)
        return f"{100 * self.counts.get(part, 0) / of:6.2f} % ({self.counts.get(part, 0)} of {of})" if of else "n/a"


def _corner_error(truth: dict[str, Any], answer: dict[str, Any]) -> float:
    """Mean distance of the field's four corners from where they are, in widths of a space."""
    true, seen = truth["board"]["corners_px"], answer["board"]["corners_px"]
    space_px = (math.dist(true[0], true[1]) + math.dist(true[3], true[2])) / 2 / LONG_ROW
    return sum(math.dist(a, b) for a, b in zip(true, seen, strict=True)) / 4 / space_px

"""A small match as a log, with something of everything that a replay has to show."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import cv2
import numpy as np

from engine.games import load_ruleset
from engine.notation import parse_action
from engine.record.evidence import evidence_folder, picture_name
from engine.record.records import FORMAT, Acted, Corrected, Ended, Header, Noted, Rolled, Ruled, Stated, Undone
from engine.record.writer import LogWriter

if TYPE_CHECKING:
    from pathlib import Path

RULES = load_ruleset("regista")
START = RULES.read_position(
    {"pieces": {"B1": "H2", "B9": "H11", "B8": "H8", "R1": "H21", "R4": "C18"}, "ball": "H11", "turn": "B"}
)
ACTS = ("B9>H8", "B9-H12", "B8>H14")
GREEN = np.zeros((40, 60, 3), np.uint8)
GREEN[..., 1] = 200

PASS, MOVE, LONG, REFUSED, ASKED, PUT_RIGHT, UNDONE = 1, 2, 3, 4, 5, 6, 7
"""The steps of the match; 0 is its start."""
LAST = UNDONE


def small_log(path: Path) -> Path:
    """A pass, a move, a long pass with its die; then a move that is refused, a question, a correction, an undo.

    The refusal has its picture: a green one.
    """
    picture = cv2.imencode(".jpg", GREEN)[1].tobytes()
    header = Header(
        format=FORMAT, game="regista", options=dict(RULES.options), board="regista-a2", software="touchline test",
        teams={"B": "Blue", "R": "Red"}, names={"B": "Ann"},
    )  # fmt: skip
    position = START
    with LogWriter.create(path) as writer:
        writer.append(0.0, [header, Stated(position=RULES.write_position(START))])
        for t, notation in zip((4.0, 9.5, 14.0), ACTS, strict=True):
            ruling = RULES.act(position, parse_action(notation))
            assert ruling, notation
            position = ruling.position
            events = [{"type": event.type, **event.data} for event in ruling.events]
            writer.append(t, [Acted(notation=notation, source="seen"), Ruled(verdict="legal", events=events)])
        writer.append(16.0, [Rolled(source="typed", cause="deviation", faces=[6])])
        refused = Ruled(
            verdict="illegal", rule="move.range", reason="R4 moved 5 spaces; an MF moves 3", notation="R4-C13",
            evidence=hashlib.sha256(picture).hexdigest(),
        )  # fmt: skip
        seq = writer.append(20.0, [refused])[0].seq
        writer.append(24.0, [Ruled(verdict="unsure", reason="Is R4 on C17 or C18?")])
        writer.append(30.0, [Corrected(changes={"pieces": {"R4": "C17"}}, source="typed", reason="R4 C17")])
        writer.append(31.0, [Noted(text="The lamp has changed")])
        writer.append(40.0, [Undone(notation="correction", source="typed"), Ended(reason="the source ended")])
    folder = evidence_folder(path)
    folder.mkdir()
    (folder / picture_name(seq)).write_bytes(picture)
    return path

"""What was taken back before a match is taken up from its log can be done again after it."""

import pytest

from engine.games.very_much.formations import formation, line_up
from engine.match import Roll
from engine.record.records import Header, Record, Stated, Undone
from engine.record.replay import Match
from engine.record.resume import resume_match
from engine.referee import Input, Redo, Referee, TypedAction, TypedCorrection, TypedRoll, Undo, take_up
from engine.referee.commit import stated
from engine.referee.word_back import in_one_phrase
from tests.engine.refereeing import LYING, PIECES, RULES, acts, follow
from tests.engine.tables import seen
from tests.engine.test_very_much_referee import RULES as MASUME
from tests.engine.test_very_much_referee import follow as masume_follow
from tests.engine.test_very_much_referee import table
from tests.session.fakes import loader

FREE = {"pieces": {**PIECES, "B9": "J11"}, "ball": "J11", "turn": "B"}
ACT, OTHER, END = TypedAction("B11-E11"), TypedAction("B11-E10"), TypedAction("end")
LONG, SIX, THREE = TypedAction("B9>F13"), TypedRoll(Roll(faces=(6,))), TypedRoll(Roll(faces=(3,)))
SCORE = TypedCorrection("score 2-1")
FAR = TypedAction("B11-A1")


def begun() -> tuple[Referee, list[Record]]:
    """A match that no camera looks at, and how its log begins."""
    position = RULES.read_position(FREE)
    header = Header(
        format=1, game="regista", options=dict(RULES.options), board=RULES.board.name, software="touchline", teams={}
    )
    return take_up(Match(position)), [header, Stated(position=RULES.write_position(position))]


def redone(state: Referee) -> list[str]:
    """What is said of one word after the other to do it again, until there is nothing left."""
    told = list[str]()
    while state.undone:
        state, _, says = follow(state, Redo())
        told.append(says[0].text)
    return told


def resumed(records: list[Record]) -> Referee:
    """The match taken up from its log."""
    found = resume_match(records, loader)
    return take_up(found.match, undone=found.undone)


@pytest.mark.parametrize(
    ("words", "again"),
    [
        ((ACT, Undo()), ["B11-E11"]),
        ((LONG, SIX, Undo()), ["B9>F13 with its dice (6)"]),
        ((ACT, LONG, SIX, END, Undo(), Undo(), Undo()), ["B11-E11", "B9>F13 with its dice (6)", "the end of the turn"]),
        ((ACT, LONG, SIX, END, Undo(), Undo(), Undo(), Redo()), ["B9>F13 with its dice (6)", "the end of the turn"]),
        ((ACT, SCORE, END, Undo(), Undo(), Redo(), Undo()), ["score 2-1 (correction)", "the end of the turn"]),
        ((SCORE, ACT, Undo(), Undo(), Redo(), Redo()), []),
        ((ACT, Undo(), FAR), ["B11-E11"]),
        ((ACT, Undo(), OTHER), []),
        ((ACT, END, Undo(), Undo(), SCORE), []),
        ((ACT, END, Undo(), Undo(), OTHER, Undo()), ["B11-E10"]),
        ((LONG, SIX, END, Undo(), Undo(), LONG), []),
        ((LONG, SIX, END, Undo(), Undo(), LONG, THREE), []),
        ((LONG, SIX, END, Undo(), Undo(), LONG, Undo()), ["B9>F13"]),
        ((LONG, SIX, Undo(), Redo(), TypedCorrection("roll 3")), []),
    ],
    ids=[
        "an act", "with dice", "three", "one of three done again", "back, again, and back", "all done again",
        "what is refused plays nothing over", "played over", "corrected over", "played over and back",
        "the same without its dice", "the same with other dice", "half of it and back", "thrown anew",
    ],
)  # fmt: skip
def test_what_was_taken_back_and_not_played_over_can_be_done_again(words: tuple[Input, ...], again: list[str]) -> None:
    state, first = begun()
    state, records, _ = follow(state, *words)
    expected = [f"{act} is done again" for act in again]
    assert redone(state) == expected
    assert redone(resumed([*first, *records])) == expected


@pytest.mark.parametrize("cut", range(1, 3))
def test_what_was_seen_since_plays_it_over(cut: int) -> None:
    """B11 is seen to go elsewhere than the act that was taken back: after that nothing is left to do again."""
    state, first = begun()
    moved = seen({**PIECES, "B9": "J11", "B11": "E10"}, "J11", LYING)
    state, records, _ = follow(state, ACT, *[END] * (cut - 1), *[Undo()] * cut, *[moved] * 4)
    assert acts(records)[-1] == "B11-E10"
    assert redone(state) == []
    assert redone(resumed([*first, *records])) == []


def test_a_line_up_that_was_seen_is_done_again_as_a_whole_and_not_by_half() -> None:
    """One word takes all of it back, with a record for each piece; a log may be cut off among them."""
    match = Match(MASUME.parse_position("-/- H12 R 1-0 3-2 restart=kick_off@H12 placing"))
    pieces = line_up(formation("4-4-2"), formation("4-3-3"), kicks_off="R")
    _, records, _ = masume_follow(take_up(match), [table(pieces, "H12"), table(pieces, "H12"), Undo()])
    header = Header(format=1, game=MASUME.game, options={}, board=MASUME.board.name, software="touchline", teams={})
    log = [header, stated(MASUME, match), *records]
    assert sum(isinstance(record, Undone) for record in records) > 1
    (whole,) = resume_match(log, loader).undone
    assert in_one_phrase(MASUME, whole) == "the line-up"
    assert sorted(past.notation for past in whole) == sorted(f"{piece}@{space}" for piece, space in pieces.items())
    assert resume_match(log[:-2], loader).undone == ()

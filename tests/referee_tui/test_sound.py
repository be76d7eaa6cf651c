"""What is heard: bells by the weight of what was said, short words for a voice, and never a wait for it."""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.referee import Say
from engine.referee.values import SayKind
from referee_tui.config import Config
from referee_tui.sound.cues import BELLS, MOST_WORDS, SILENCE, Cue, cue_of
from referee_tui.sound.sounder import Sounder
from referee_tui.sound.voice import Speaker, Voice, VoiceError, find_voice

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TOO_FAR = (
    "B9!G23 is not allowed: B9 is 7 spaces from G23; a distance shot reaches 6 (distance.range). "
    "Take it back, or both accept"
)
HEARD: list[tuple[SayKind, str, Cue]] = [
    ("action", "B7-H10", SILENCE),
    ("roll", "Dice for the shot: Blue 5, Red 2", SILENCE),
    ("note", "The camera moved 14 mm, 0.8 degrees; back in step after 0.4 s", SILENCE),
    ("goal", "Goal for Blue", Cue(3, "Goal for Blue")),
    ("half_time", "Half-time", Cue(3, "Half-time")),
    ("full_time", "Full time", Cue(3, "Full time")),
    ("ruling", "Offside", Cue(0, "Offside")),
    ("ruling", "Throw-in for Red", Cue(0, "Throw-in for Red")),
    (
        "illegal",
        TOO_FAR,
        Cue(2, "Not allowed: B9 is 7 spaces from G23; a distance shot reaches 6"),
    ),
    (
        "illegal",
        "The line-up: R4 stands in the Centre Circle (setup.circle)",
        Cue(2, "Not allowed: The line-up: R4 stands in the Centre Circle"),
    ),
    (
        "ask",
        "Was it B7-H10 or B9>H10? Type it, or go on and it will show",
        Cue(1, "Was it B7 to H10 or B9 passes to H10?"),
    ),
    (
        "ask",
        "Too close to call (+0.4 mm, give or take 0.9 mm): is the whole ball over the line? Type =in or =out",
        Cue(1, "Too close to call: is the whole ball over the line?"),
    ),
    ("ask", "Roll the dice for the tackle: both", Cue(1, "Roll the dice for the tackle: both")),
    (
        "ask",
        "The number on H10 cannot be read; it is taken for B7: if it is another, say 8, type fix B8 H10",
        Cue(1, "The number on H10 cannot be read; it is taken for B7"),
    ),
    (
        "out_of_step",
        "B7 is on H10, expected on H9: put B7 back on H9, or type what was done",
        Cue(1, "B7 is on H10, expected on H9"),
    ),
    (
        "out_of_step",
        "B6 is on P-11 (west), expected on P-11 (east): put B6 back on P-11 (east), or type what was done",
        Cue(1, "B6 is on P-11 west, expected on P-11 east"),
    ),
    ("refused", "B7-H13: B7 moves 3 steps at most (move.range)", Cue(1, "That was not taken")),
]


@pytest.mark.parametrize(("kind", "text", "cue"), HEARD)
def test_what_is_heard_of_each_kind(kind: SayKind, text: str, cue: Cue) -> None:
    assert cue_of([Say(kind, text)]) == cue


def test_every_kind_is_heard_or_not_on_purpose() -> None:
    assert {kind for kind, _, _ in HEARD} == set(get_args(SayKind))


def test_goal_illegal_and_question_can_be_told_apart() -> None:
    assert len({BELLS["goal"], BELLS["illegal"], BELLS["ask"]}) == 3


def test_of_several_the_weightiest_rings_and_all_are_spoken() -> None:
    says = [Say("action", "B9!G23"), Say("goal", "Goal for Blue"), Say("ask", "Place the pieces for the kick-off")]
    assert cue_of(says) == Cue(3, "Goal for Blue. Place the pieces for the kick-off")
    assert cue_of([]) == SILENCE


@given(st.sampled_from(get_args(SayKind)), st.text("aB7 ().;:?,!-\x1b\nput", max_size=200))
def test_whatever_is_said_is_short_and_steers_no_terminal(kind: SayKind, text: str) -> None:
    words = cue_of([Say(kind, text)]).words
    assert len(words.split()) <= MOST_WORDS
    assert not words or words.isprintable()


@pytest.mark.parametrize(
    ("platform", "there", "name"),
    [
        ("linux", {"spd-say", "espeak-ng"}, "spd-say"),
        ("linux", {"espeak-ng", "say"}, "espeak-ng"),
        ("linux", {"say"}, None),
        ("darwin", {"say"}, "say"),
        ("win32", {"powershell"}, "powershell"),
        ("win32", set(), None),
    ],
)
def test_the_voice_of_a_system(platform: str, there: set[str], name: str | None) -> None:
    voice = find_voice("en", lambda program: f"/bin/{program}" if program in there else None, platform)
    assert (voice.name if voice is not None else None) == name


@pytest.mark.parametrize(
    ("platform", "program", "told"),
    [
        ("linux", "spd-say", ("spd-say", "--wait", "--language", "de", "--")),
        ("linux", "espeak-ng", ("espeak-ng", "-v", "de", "--stdin")),
        ("linux", "espeak", ("espeak", "-v", "de", "--stdin")),
        ("darwin", "say", ("say", "-f", "-")),
    ],
)
def test_a_voice_is_told_its_language(platform: str, program: str, told: tuple[str, ...]) -> None:
    voice = find_voice("de", lambda name: name if name == program else None, platform)
    assert voice is not None
    assert voice.command == told


def test_windows_asks_for_a_voice_of_the_language_and_takes_what_there_is() -> None:
    voice = find_voice("de", lambda name: name, "win32")
    assert voice is not None
    assert "SelectVoiceByHints('NotSet', 'NotSet', 0, 'de')" in voice.command[-1]
    assert voice.takes_input


def scripted(body: str) -> Voice:
    """A voice that runs some Python."""
    return Voice((sys.executable, "-c", body))


def writes_to(file: Path) -> Voice:
    return scripted(f"import sys; open({str(file)!r}, 'a').write(sys.stdin.read() + '|')")


def wait_until(true: Callable[[], object]) -> None:
    """Until something holds that another thread brings about."""
    reached = threading.Event()
    for _ in range(2000):
        if true():
            return
        reached.wait(0.01)
    raise AssertionError("never came")


def test_a_speaker_says_what_it_is_told(tmp_path: Path) -> None:
    file = tmp_path / "said"
    speaker = Speaker(writes_to(file))
    speaker.speak("Goal for Blue é")
    wait_until(lambda: file.exists() and file.read_text(encoding="utf-8") == "Goal for Blue é|")
    speaker.close()
    assert speaker.trouble == ""


def test_while_it_speaks_only_the_newest_waits(tmp_path: Path) -> None:
    file, gate = tmp_path / "said", tmp_path / "gate"
    body = (
        f"import sys, os, time\ntext = sys.stdin.read()\nopen({str(file)!r}, 'a').write(text + '|')\n"
        f"while text == 'one' and not os.path.exists({str(gate)!r}): time.sleep(0.01)"
    )
    speaker = Speaker(scripted(body))
    speaker.speak("one")
    wait_until(file.exists)
    for words in ("two", "three", "four"):
        speaker.speak(words)
    gate.touch()
    wait_until(lambda: file.read_text() == "one|four|")
    speaker.close()


def test_closing_ends_a_sentence_at_once() -> None:
    speaker = Speaker(scripted("import time; time.sleep(600)"))
    speaker.speak("a long story")
    wait_until(lambda: speaker._speaking is not None)
    speaker.close()
    assert not speaker._thread.is_alive()
    assert speaker.trouble == ""


@pytest.mark.parametrize(
    ("voice", "why"),
    [(scripted("raise SystemExit(3)"), "exit code 3"), (Voice(("/nowhere/speaks",)), "No such file")],
)
def test_a_voice_that_does_not_speak_is_said_once_and_the_bell_rings(voice: Voice, why: str) -> None:
    rung: list[int] = []
    sounder = Sounder(Config(sound="voice"), rung.append, lambda: voice)
    sounder.hear([Say("goal", "Goal for Blue")])
    told: list[str] = []
    wait_until(lambda: told.append(news) or news if (news := sounder.news()) else "")
    assert why in told[0]
    assert sounder.news() == ""
    sounder.hear([Say("illegal", "B7-H13 is not allowed: too far (move.range)")])
    assert rung == [2]


def test_without_a_voice_the_bell_rings_and_that_is_said_once() -> None:
    rung: list[int] = []
    sounder = Sounder(Config(sound="voice"), rung.append, lambda: None)
    assert "No voice was found" in sounder.news()
    assert sounder.news() == ""
    sounder.hear([Say("goal", "Goal for Red")])
    assert rung == [3]
    sounder.close()


@pytest.mark.parametrize(("sound", "rings"), [("off", []), ("bell", [2])])
def test_bell_and_silence(sound: str, rings: list[int]) -> None:
    rung: list[int] = []
    sounder = Sounder(Config(sound=sound), rung.append, lambda: pytest.fail("no voice is wanted"))  # type: ignore[arg-type]
    sounder.hear([Say("illegal", "B7-H13 is not allowed: too far (move.range)")])
    sounder.hear([Say("note", "Kick-off by Blue")])
    assert rung == rings
    assert sounder.news() == ""


def test_a_voice_that_cannot_begin_says_why() -> None:
    with pytest.raises(VoiceError, match="No such file"):
        Voice(("/nowhere/speaks",)).begin("Goal")

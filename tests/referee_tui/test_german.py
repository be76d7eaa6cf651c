"""The screens in a second language: nothing on them that is said by the program is left in English."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from string import Formatter
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from textual.command import CommandPalette
from textual.widgets import Input

from calibration.finder import finder_for
from calibration.findings import Finding
from calibration.lens.coverage import coverage_of
from calibration.sentences import find, measure
from calibration.sentences import say as boards
from engine.board import shipped_board
from engine.chance import outlook
from engine.games import load_ruleset
from engine.match import Pending, Roll
from engine.notation import parse_action
from engine.observation import Observation
from engine.record.records import FORMAT, Header, Noted, Ruled, Stated
from engine.record.replay import Match
from engine.record.writer import LogWriter
from engine.referee import Say, TypedAction, TypedCorrection, TypedRoll, step, take_up
from engine.referee.sentences import say
from engine.ruleset import Refusal
from engine.sentences import Book, in_language
from referee_tui import cli
from referee_tui.app.debug import DebugPage, Vitals, vital_lines
from referee_tui.app.help_page import HelpPage
from referee_tui.app.match.call import call_of
from referee_tui.app.match.screen import MatchScreen
from referee_tui.app.replay.screen import replay_screen
from referee_tui.app.replay.steps import load_replay
from referee_tui.app.shell import TouchlineApp
from referee_tui.app.state import Line
from referee_tui.audience import Audience
from referee_tui.config import Config
from referee_tui.following.language import disturbance_in, said_to
from referee_tui.following.update import SessionUpdate
from referee_tui.lens.words import wish_line
from referee_tui.plain import closing_lines
from referee_tui.sound.cues import cue_of
from referee_tui.start.choices import first_choices
from referee_tui.start.set_up import seen_in
from referee_tui.start.set_up_words import table_words
from referee_tui.start.state import ChoiceError, StartState, write
from referee_tui.texts import texts
from tests.engine.refereeing import follow, under_way
from tests.referee_tui.fake_match import FIRST, PLAY, FakeMatch
from tests.referee_tui.replay_logs import small_log
from tests.referee_tui.screens import screen_text, until
from vision.disturbance import Disturbance
from vision.sentences import say as pictures

if TYPE_CHECKING:
    from pathlib import Path

    from engine.referee import Referee

GERMAN = Config(language="de")
RULES = load_ruleset("regista")
SIZES = pytest.mark.parametrize("size", [(80, 24), (160, 50)], ids=["80x24", "160x50"])
POSITION = RULES.read_position({"pieces": {"B9": "H10", "B7": "H9", "R9": "C8"}, "ball": "H10", "turn": "B"})


def refusal(act: str) -> Refusal:
    verdict = RULES.act(POSITION, parse_action(act))
    assert isinstance(verdict, Refusal)
    return verdict


@SIZES
async def test_the_match_screen_is_german_keys_and_all(size: tuple[int, int]) -> None:
    reason = in_language(refusal("B9~H15").reason, "de")
    state = replace(PLAY, lines=(Line(9.0, f"B9~H15 ist nicht erlaubt: {reason} (move.range)", "illegal", "illegal"),))
    screen = MatchScreen(FIRST, lambda: iter((state,)), FakeMatch(), config=GERMAN)
    app = TouchlineApp(screen, config=GERMAN)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: screen.state is state)
        await pilot.pause()
        await until(pilot, lambda: "Pfiffe" in screen_text(app))
        text = screen_text(app)
        shown = (
            "IM TAKT", "Tisch und Spiel stimmen überein", "▼ Rot: Läufe 1 von 2", "B9 lief 5 Felder", "ROT R", "BLAU B",
            "Pfiffe", "? Hilfe",
        )  # fmt: skip
        for words in shown:
            assert words in text, words
        for words in ("IN STEP", "turn", "moves", "of 2", "NOT ALLOWED", "Leave", "Undo"):
            assert words not in text, words
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, HelpPage))
        assert "unterstrichen auf lila" in screen_text(app)
        await pilot.press("a")
        await until(pilot, lambda: isinstance(app.screen, CommandPalette))
        assert app.screen.query_one(Input).placeholder == "Befehle suchen …"
        await pilot.press("escape", "f12")
        await until(pilot, lambda: isinstance(app.screen, DebugPage))
        assert "Speicher, höchstens" in screen_text(app)
        commands = {command.title for command in app.get_system_commands(screen)}
        assert {"Spiel: Pause", "Programm: Verlassen"} <= commands


def test_why_an_act_is_not_allowed_is_said_in_german_and_kept_in_english() -> None:
    _, records, says = follow(under_way(ball="H11"), TypedAction("B9~H16"))
    (ruled,) = [record for record in records if isinstance(record, Ruled)]
    assert ruled.reason == "B9 moved 5 spaces; an FW moves 3"
    (said,) = said_to(Audience("de"), SessionUpdate(0.0, "IN STEP", None, tuple(says), "")).says
    assert said.text == "B9~H16: B9 lief 5 Felder; ein FW läuft 3 (move.range)"


def test_the_voice_says_what_is_wrong_and_leaves_out_the_cure() -> None:
    (said,) = said_to(Audience("de"), SessionUpdate(0.0, "OUT OF STEP", None, (illegal(),), "")).says
    assert cue_of([said], "de").words == "Nicht erlaubt: B9 lief 5 Felder; ein FW läuft 3"


def illegal() -> Say:
    why = refusal("B9~H15")
    text = say("illegal.accept", illegal=say("illegal", act="B9~H15", reason=why.reason, rule=why.rule))
    return Say("illegal", text, rule=why.rule)


def test_the_headline_takes_the_place_of_what_the_sentence_says_too() -> None:
    text = in_language(illegal().text, "de")
    call = call_of(replace(PLAY, lines=(Line(9.0, text, "illegal", "illegal"),)), texts("match", "de"))
    assert (call.headline, call.words.partition(";")[0]) == ("UNERLAUBT", "B9~H15: B9 lief 5 Felder")


@pytest.mark.parametrize(
    ("typed", "english", "german"),
    [
        ("FOO", "it begins with a piece such as", "er beginnt mit einem Stein wie"),
        ("R9-", "after R9 comes -H10 (move)", "nach R9 kommt -H10 (Lauf)"),
    ],
)
def test_what_is_no_act_at_all_is_said_in_german(typed: str, english: str, german: str) -> None:
    _, _, says = follow(under_way(ball="H11"), TypedAction(typed))
    assert f"'{typed}' is no action (possible now: " in says[-1].text
    assert f"; {english}" in says[-1].text
    (said,) = said_to(Audience("de"), SessionUpdate(0.0, "IN STEP", None, tuple(says[-1:]), "")).says
    assert f"'{typed}' ist kein Spielzug (jetzt möglich: " in said.text
    assert f"; {german}" in said.text


def test_chances_are_said_in_german() -> None:
    position = replace(POSITION, awaits=Pending("roll", "tackle", None, {"B": 1, "R": 1}, "R9", {"on": "B9"}))
    words = in_language(outlook(RULES, position).words(), "de")
    assert words.startswith("Zweikampf: ")
    assert "gewonnen" in words
    assert "verloren" in words


@SIZES
async def test_a_replay_is_german(tmp_path: Path, size: tuple[int, int]) -> None:
    header = Header(
        format=FORMAT, game="regista", options=dict(RULES.options), board="regista-a2", software="touchline test",
        teams={"B": "Blue", "R": "Red"}, names={},
    )  # fmt: skip
    why = refusal("B9~H15")
    with LogWriter.create(tmp_path / "m.touchline.jsonl") as writer:
        writer.append(0.0, [header, Stated(position=RULES.write_position(POSITION))])
        writer.append(4.0, [Ruled(verdict="illegal", rule=why.rule, reason=why.reason, notation="B9~H15")])
        # One of the other side, taken for one after the end of the turn.
        why_red = "R9 moved 7 spaces; an FW moves 3"
        writer.append(9.0, [Ruled(verdict="illegal", rule="move.range", reason=why_red, notation="R9-C15")])
    screen = replay_screen(tmp_path / "m.touchline.jsonl", config=GERMAN)
    app = TouchlineApp(screen, config=GERMAN)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: screen.replay is not None)
        await until(pilot, lambda: "Verlassen" in screen_text(app))
        assert "Das Spiel beginnt" in screen_text(app)
        await pilot.press("n")
        await until(pilot, lambda: screen.number > 0)
        await pilot.pause()
        text = screen_text(app)
        for words in (
            "▲ Blau B",
            "B9 lief 5 Felder",
            "Die Regel: 3 Schritte",
            "Strittiges",
            "Ausgeben",
        ):
            assert words in text, words
        assert screen.replay is not None
        assert [step.text for step in screen.replay.steps][2] == "R9-C15: R9 lief 7 Felder; ein FW läuft 3"
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, HelpPage))
        assert "Pos1, Ende" in screen_text(app)


BLACK = np.zeros((720, 1280, 3), np.uint8)


def test_why_a_picture_shows_no_board_is_said_in_german(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "black.png"
    cv2.imwrite(str(file), BLACK)
    assert cli.run(["read", str(file), "--language", "de"]) == 1
    assert "kein Brett: das Bild ist zu dunkel für das Brett; es ist ganz schwarz" in capfd.readouterr().err
    assert cli.run(["read", str(file), str(file), "--language", "de"]) == 1
    assert "kein Brett in 2 von 2 Bildern, im ersten davon: das Bild ist zu dunkel" in capfd.readouterr().err


def test_why_there_is_no_board_and_no_camera_is_said_in_german() -> None:
    dark = finder_for(shipped_board("regista-a2")).find(BLACK)
    assert not dark
    assert in_language(dark.reason, "de").startswith("das Bild ist zu dunkel für das Brett; es ist ganz schwarz")
    lost = pictures("lost", name="camera 0", seconds=2.0)
    assert in_language(lost, "de") == "camera 0: die Kamera ist weg; prüft das Kabel, alle 2 s wird es wieder versucht."


@pytest.mark.parametrize("book", [boards, pictures, find, measure], ids=["boards", "pictures", "findings", "lens"])
def test_every_sentence_of_the_eye_is_there_in_german_with_the_same_values(book: Book) -> None:
    def fields(language: str) -> dict[str, set[str]]:
        words = book.words(language).words
        return {key: {name for _, name, _, _ in Formatter().parse(text) if name} for key, text in words.items()}

    assert fields("de") == fields("en")
    own = tomllib.loads((book.root / "de" / f"{book.section}.toml").read_text(encoding="utf-8"))
    assert own.keys() == book.words("en").words.keys()


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("watch nowhere.mp4 --headless --language de", "nowhere.mp4: diese Datei oder diesen Ordner gibt es nicht."),
        (
            "watch none --resume --language=de",
            "--resume braucht --log DATEI: das Protokoll",
        ),
        ("demo chess --language de", "von 'chess' gibt es keine Vorführung"),
        ("read nowhere.png --language de", "nowhere.png: ist nicht zu lesen"),
        ("dice nowhere.png --language=de", "nowhere.png: ist nicht zu lesen"),
        ("number nowhere.png --language de", "nowhere.png: ist nicht zu lesen"),
        ("read one.png two.png --explain seen.png --language de", "--explain zeichnet ein Bild; nennt ein einziges"),
        ("read nowhere.png", "nowhere.png: cannot be read"),
        ("dice nowhere.png --language xx", "'xx' will not do"),
        ("watch nowhere.mp4 --headless", "nowhere.mp4: there is no such file or folder."),
        ("watch nowhere.mp4 --headless --language xx", "'xx' will not do"),
    ],
)
def test_why_a_command_cannot_do_what_was_asked_is_said_in_german(
    line: str, says: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(line.split()) == 2
    assert says in capfd.readouterr().err


def test_the_language_that_is_set_holds_for_what_is_refused_too(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOUCHLINE_LANGUAGE", "de")
    assert cli.run(["watch", "nowhere.mp4", "--headless"]) == 2
    assert "diese Datei oder diesen Ordner gibt es nicht" in capfd.readouterr().err


def test_what_is_measured_while_calibrating_is_said_in_german_with_commas() -> None:
    found = Finding("blur", "red", 0.07, 0.065, "spaces", find("blur.blurred", px=2.34), find("blur.cure"))
    assert found.sentence.startswith("the picture is blurred (2.3 px): focus")
    assert in_language(found.sentence, "de").startswith("das Bild ist unscharf (2,3 px): stellt")
    wish = in_language(wish_line(coverage_of(())), "de")
    assert wish.startswith("Noch 12 Ansichten: zeigt sie oben links im Bild, die rechte Kante näher an der Kamera.")


def test_what_a_log_has_of_questions_and_notes_is_retold_in_german(tmp_path: Path) -> None:
    question, note = say("ask.line", over=1.25, sd=0.4), boards("moving")
    header = Header(
        format=FORMAT, game="regista", options=dict(RULES.options), board="regista-a2", software="touchline test",
        teams={"B": "Blue", "R": "Red"}, names={},
    )  # fmt: skip
    with LogWriter.create(tmp_path / "m.touchline.jsonl") as writer:
        writer.append(0.0, [header, Stated(position=RULES.write_position(POSITION))])
        writer.append(4.0, [Ruled(verdict="unsure", reason=question), Noted(text=note), Noted(text="Ann was here")])
    replay = load_replay(
        tmp_path / "m.touchline.jsonl", lambda game, options: load_ruleset(game, options=options), "de"
    )
    asked = replay.steps[-1]
    assert asked.text.startswith("Zu knapp (+1,2 mm, auf 0,4 mm genau): ist der Ball")
    assert asked.notes == (in_language(note, "de"), "Ann was here")


def test_the_last_lines_are_german(tmp_path: Path) -> None:
    assert closing_lines(POSITION, tmp_path, "de") == ["Spielstand: Blau 0, Rot 0", f"Protokoll: {tmp_path}"]
    assert closing_lines(None, tmp_path, "de")[0] == "Es war kein Spiel zu sehen."


@pytest.mark.parametrize("disturbance", Disturbance)
def test_what_keeps_the_table_from_being_read_is_said_in_german(disturbance: Disturbance) -> None:
    update = SessionUpdate(0.0, "SETTLING", None, (), "", disturbance=disturbance)
    assert disturbance_in(update, "en") == disturbance.words
    assert disturbance_in(update, "de") != disturbance.words
    assert disturbance_in(replace(update, disturbance=None), "de") == ""


@pytest.mark.parametrize(
    ("given", "english", "german"),
    [
        (TypedCorrection("B9 Z9"), "B9 stands on Z9, which is no space", "B9 steht auf Z9, und das ist kein Raum"),
        (TypedCorrection("B9 H22"), "B9 stands on H22, a goal space", "B9 steht auf H22, im Tor"),
        (TypedCorrection("B9 C8"), "B9 and R9 both stand on C8", "B9 und R9 stehen beide auf C8"),
        (TypedCorrection("B99 H12"), "B99 does not exist; a side has", "B99 gibt es nicht; eine Seite hat"),
        (TypedCorrection("ball Z9"), "the ball: 'Z9' is no space of this board", "der Ball: 'Z9' gibt es auf diesem"),
        (TypedCorrection("ball H22"), "the ball: H22 is a goal space", "der Ball: H22 liegt im Tor"),
    ],
)
def test_what_cannot_be_corrected_is_said_in_german(given: TypedCorrection, english: str, german: str) -> None:
    referee = begun_with({"B1": "H2", "B9": "H10", "R9": "C8"})
    (said,) = step(RULES, referee, given).says
    assert english in said.text.replace("R9 and B9", "B9 and R9")
    assert german in in_language(said.text, "de").replace("R9 und B9", "B9 und R9")


def begun_with(pieces: dict[str, str]) -> Referee:
    return take_up(Match(RULES.read_position({"pieces": pieces, "ball": "H10", "turn": "B"})))


def test_dice_of_another_form_are_refused_in_a_players_words() -> None:
    referee = begun_with({"B1": "H2", "B9": "H10", "R9": "H11", "R1": "H21"})
    referee = step(RULES, referee, TypedCorrection("turn R")).referee
    referee = step(RULES, referee, TypedAction("R9xB9")).referee
    (said,) = step(RULES, referee, TypedRoll(Roll(faces=(3,)))).says
    assert said.text == "That cannot be done: a die of each side is awaited for the tackle, blue's and red's"
    assert in_language(said.text, "de").startswith("Das geht nicht: ein Würfel jeder Seite ist nötig (Zweikampf)")


def test_what_corrects_nothing_is_said_in_german() -> None:
    _, _, says = follow(under_way(ball="H11"), TypedCorrection("b7 zz"))
    (said,) = said_to(Audience("de"), SessionUpdate(0.0, "IN STEP", None, tuple(says[-1:]), "")).says
    assert said.text.startswith("'b7 zz' berichtigt nichts; es gibt B7 H10")


def test_the_figures_are_german_and_name_no_eye_where_everything_is_typed() -> None:
    took = dict.fromkeys(("gate", "find board", "check board", "read table"), 0.1)
    seen = replace(PLAY, eye="SETTLING", disturbed="")
    lines = dict(vital_lines(Vitals(seen, None, took), texts("debug", "de")))
    assert lines["Auge"] == "UNRUHE"
    assert {"Dauer Brett suchen", "Dauer Tisch lesen"} <= lines.keys()
    typed = dict(vital_lines(Vitals(replace(seen, by_hand=True, source="no camera"), None), texts("debug", "de")))
    assert (typed["Auge"], typed["Quelle"]) == ("keins: alles wird getippt", "keine Kamera")
    assert not typed.keys() & {"Brett im Bild", "Bilder je Sekunde", "im Weg"}


async def test_every_key_of_the_corrections_has_room_at_80_columns() -> None:
    screen = MatchScreen(FIRST, lambda: iter((PLAY,)), FakeMatch(), config=GERMAN)
    app = TouchlineApp(screen, config=GERMAN)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: screen.state is PLAY)
        await pilot.press("e")
        await until(pilot, lambda: "o Seite" in screen_text(app))


def test_what_cannot_be_chosen_and_what_the_table_lacks_is_said_in_german() -> None:
    state = StartState(first_choices(GERMAN), GERMAN)
    with pytest.raises(ChoiceError, match="ein Komma kann nicht in einem Namen stehen"):
        write(state, "players", "names.B", "Ann, Ben")
    with pytest.raises(ChoiceError, match="Zeichen, die ein Terminal steuern"):
        write(state, "players", "names.B", "A\x1bn")
    empty = seen_in(Observation(0.0, 0))
    assert "keine Steine auf dem Brett zu sehen" in table_words(state, empty, {"B1": "H2"}, RULES.board.grid)


@pytest.mark.parametrize(
    ("lost", "language", "says"),
    [(0, "de", ""), (9, "en", "The last record was cut off"), (9, "de", "Der letzte Eintrag brach")],
)
def test_that_a_log_was_cut_off_is_said_in_the_language_that_is_set(
    lost: int, language: str, says: str, tmp_path: Path
) -> None:
    log = small_log(tmp_path / "m.touchline.jsonl")
    log.write_bytes(log.read_bytes()[: log.stat().st_size - lost])
    warning = load_replay(log, lambda game, options: load_ruleset(game, options=options), language).warning
    assert warning.startswith(says)
    assert bool(warning) is (lost > 0)

"""Settings: from a file, the environment and the command line, each checked and each with where it came from."""

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee_tui.config import DEFAULT, ConfigError
from referee_tui.config.loading import (
    COMMAND_LINE,
    MOST_BYTES,
    config_path,
    load_settings,
    read_config_file,
    unknown_variables,
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


def environment(file: Path, **more: str) -> dict[str, str]:
    return {"TOUCHLINE_CONFIG": str(file), **more}


def test_without_a_file_and_a_variable_everything_is_the_default() -> None:
    assert load_settings({"TOUCHLINE_CONFIG": ""}).config == DEFAULT


def test_every_setting_can_stand_in_the_file(file: Path) -> None:
    file.write_text(
        """
        theme = "high-contrast"
        sound = "voice"
        preview = "off"
        language = "en"
        game = "soccer-fun"
        camera = "HD Webcam"
        dice = "ask"
        logs = "/var/matches"
        [names]
        B = "Ann"
        R = " Ben "
        [teams]
        B = "Rovers"
        [boards]
        regista = "green.toml"
        [options.regista]
        length = "official"
        change_ends = true
        [options.very-much]
        turns = 20
        [keys]
        "match.pause" = "f5, ?"
        match.undo = "u"
        match.redo = "Y,ctrl+z"
        """,
        encoding="utf-8",
    )
    config = load_settings(environment(file)).config
    assert (config.theme, config.sound, config.preview, config.language) == ("high-contrast", "voice", "off", "en")
    assert (config.game, config.camera, config.dice, config.logs) == ("soccer-fun", "HD Webcam", "ask", "/var/matches")
    assert (config.names, config.teams) == ({"B": "Ann", "R": "Ben"}, {"B": "Rovers"})
    assert config.boards == {"regista": "green.toml"}
    assert config.options == {"regista": {"length": "official", "change_ends": True}, "very-much": {"turns": 20}}
    assert config.keys == {"match.pause": "f5,question_mark", "match.undo": "u", "match.redo": "Y,ctrl+z"}


def test_the_command_line_goes_before_the_environment_and_that_before_the_file(file: Path) -> None:
    file.write_text('sound = "off"\npreview = "off"\ndice = "ask"\n\n[names]\nB = "Ann"\nR = "Ben"\n', encoding="utf-8")
    read = load_settings(environment(file, TOUCHLINE_SOUND="bell", TOUCHLINE_PREVIEW="still", TOUCHLINE_NAMES="Cleo"))
    settings = read.with_given({"sound": "voice", "game": None, "names.R": "Dan"})
    assert (settings.config.sound, settings.config.preview, settings.config.dice) == ("voice", "still", "ask")
    assert settings.config.game == DEFAULT.game
    assert settings.config.names == {"B": "Cleo", "R": "Dan"}
    origins = {key: said.origin for key, said in settings.made.items()}
    assert origins == {
        "sound": COMMAND_LINE,
        "preview": "TOUCHLINE_PREVIEW",
        "dice": f"{file}, line 3",
        "names.B": "TOUCHLINE_NAMES",
        "names.R": COMMAND_LINE,
    }


def test_a_name_can_be_taken_off(file: Path) -> None:
    file.write_text('[names]\nB = "Ann"\n', encoding="utf-8")
    assert load_settings(environment(file)).with_given({"names.B": ""}).config.names == {}


FAULTS: list[tuple[str, str, str]] = [
    ('sound = "loud"', "line 1: sound: ", "off, bell, voice"),
    ("sound = 3", "line 1: sound: ", "off, bell, voice"),
    ('\nsuond = "off"', "line 2: suond: ", "there is no such setting; there are theme, sound"),
    ('preview = "x"', "line 1: preview: ", "off, still, live"),
    ('game = "chess"', "line 1: game: ", "regista, very-much, soccer-chess, soccer-fun, auto"),
    ('language = "xx"', "line 1: language: ", "there is en"),
    ('theme = "No Such"', "line 1: theme: ", "small letters"),
    ('dice = "file.txt"', "line 1: dice: ", "see, ask"),
    ("camera = 0", "line 1: camera: ", "quotation marks"),
    ('names = "Ann"', "line 1: names: ", "a table; it has B and R"),
    ('[names]\nG = "Ann"', "line 2: names.G: ", "it has B and R"),
    ('[names]\nB = "' + "a" * 31 + '"', "line 2: names.B: ", "room for 30 letters"),
    ('[names]\nB = "a\\u001bb"', "line 2: names.B: ", "steer a terminal"),
    ('[boards]\nchess = "a.toml"', "line 2: boards.chess: ", "regista"),
    ("[options]\nlength = 1", "line 2: options.length: ", "[options.regista]"),
    ("[options.regista]\nlength = 1.5", "line 2: options.regista.length: ", "true, false"),
    ('[keys]\npause = "p"', "line 2: keys.pause: ", "match.pause"),
    ('[keys]\n"match.pause" = ""', "line 2: keys.match.pause: ", "f5,ctrl+p"),
    ('[keys]\n"match.pause" = "Control P"', "line 2: keys.match.pause: ", "is no key"),
    ('[keys]\nmatch.pause = "a,b,c,d,e,f,g,h,i"', "line 2: keys.match.pause: ", "room for 8"),
    ("sound = \n[x]", "is not valid TOML", "line 1"),
    ("theme." + "a." * 500 + "b = 1", "theme.a.a", "there is no such setting"),
    ("x = " + "[" * 5000, "is not valid TOML", ""),
    ("[keys]\nmatch" + ".a" * 500 + ' = "p"', "keys.match.a.a", "name keys"),
    ("#" * (MOST_BYTES + 1), "is larger than 64 kB", ""),
]


@pytest.mark.parametrize(("text", "where", "what"), FAULTS)
def test_a_fault_names_the_file_the_line_and_the_key(file: Path, text: str, where: str, what: str) -> None:
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as fault:
        load_settings(environment(file))
    message = str(fault.value)
    assert message.startswith(str(file))
    assert where in message
    assert what in message


@pytest.mark.parametrize(
    ("variable", "text", "what"),
    [
        ("TOUCHLINE_SOUND", "loud", "off, bell, voice"),
        ("TOUCHLINE_NAMES", "Ann,Ben,Cleo", "Ann,Ben"),
        ("TOUCHLINE_KEYS", "match.pause", "match.pause=f5"),
        ("TOUCHLINE_KEYS", "pause=p", "actions by their id"),
    ],
)
def test_a_fault_of_the_environment_names_the_variable(variable: str, text: str, what: str) -> None:
    with pytest.raises(ConfigError) as fault:
        load_settings({"TOUCHLINE_CONFIG": "", variable: text})
    assert str(fault.value).startswith(f"{variable}: ")
    assert what in str(fault.value)


def test_keys_can_stand_in_the_environment() -> None:
    config = load_settings({"TOUCHLINE_CONFIG": "", "TOUCHLINE_KEYS": "match.pause=f5; match.undo=u,ctrl+z"}).config
    assert config.keys == {"match.pause": "f5", "match.undo": "u,ctrl+z"}


def test_a_file_that_was_named_must_be_there(file: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load_settings(environment(file))


def test_variables_that_are_not_known_are_found() -> None:
    assert unknown_variables({"TOUCHLINE_SUOND": "off", "TOUCHLINE_DEBUG": "1", "PATH": "/bin"}) == ["TOUCHLINE_SUOND"]


def test_the_file_lies_in_the_users_folder_for_settings() -> None:
    path = config_path({})
    assert path is not None
    assert path.parts[-2:] == ("touchline", "config.toml") or os.name == "nt"


WORDS = st.sampled_from(["sound", "names", "B", "keys", "match", "options", "regista", "boards", "language", "x"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text("aB .,=é\x1b\n", max_size=12) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=8,
)


@given(given=st.dictionaries(st.lists(WORDS, min_size=1, max_size=3).map(".".join), VALUES, max_size=3))
def test_whatever_is_given_is_a_setting_or_one_sentence(given: dict[str, Any]) -> None:
    try:
        load_settings({"TOUCHLINE_CONFIG": ""}).with_given(given)
    except ConfigError as fault:
        assert str(fault).startswith(COMMAND_LINE)  # noqa: PT017 - either is right


def test_a_file_is_read_by_itself(file: Path) -> None:
    file.write_text('# mine\nsound = "off"\n', encoding="utf-8")
    assert {key: (said.value, said.origin) for key, said in read_config_file(file).items()} == {
        "sound": ("off", f"{file}, line 2")
    }


def test_a_pipe_is_no_file_of_settings_and_is_not_waited_for(file: Path) -> None:
    os.mkfifo(file)
    with pytest.raises(ConfigError, match="is a pipe"):
        load_settings(environment(file))

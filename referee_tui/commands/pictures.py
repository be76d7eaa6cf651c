"""``touchline dice`` and ``touchline number``: readers on their own, for pictures without a board."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.sentences import in_language
from referee_tui import exits, streams
from referee_tui.commands.options import Images, Json, Language
from referee_tui.commands.sentences import say
from referee_tui.config.spoken import spoken

if TYPE_CHECKING:
    from vision.numbers import CropReading
    from vision.rectify import Image

Answer: TypeAlias = dict[str, Any]
"""What is said of one picture: the JSON form of the command."""


def dice(images: Images, json: Json = False, language: Language = None) -> int:
    """Read the dice in pictures."""
    from vision.dice.beside_board import read_plain_picture

    boards: list[str] = []

    def reading(image: "Image") -> Answer:
        answer, board = read_plain_picture(image)
        if board is not None:
            boards.append(board.name)
        return answer

    speaks = spoken(language)
    code = each_picture(images, reading, _dice_line, json=json, language=speaks)
    if boards:
        key = "dice_board_in" if len(images) > 1 else "dice_board"
        exits.say(in_language(say(key, board=boards[0], count=len(boards), of=len(images)), speaks))
    return code


def number(images: Images, json: Json = False, language: Language = None) -> int:
    """Read the number on crops of one piece's face each."""
    from vision.numbers import NumberReader

    reader = NumberReader()

    def reading(image: "Image") -> Answer:
        return rounded(reader.read_crop(image))

    return each_picture(images, reading, _number_line, json=json, language=spoken(language))


def rounded(reading: "CropReading") -> Answer:
    """A reading with as many decimals as mean something."""
    up_deg = reading["up_deg"]
    # Rounded to 360, it is the numeral's up once round.
    up_deg = None if up_deg is None else round(up_deg, 1) % 360
    return {**reading, "confidence": round(reading["confidence"], 3), "up_deg": up_deg}


def each_picture(
    images: Iterable[Path],
    read: "Callable[[Image], Answer]",
    line: Callable[[Answer], str],
    *,
    json: bool,
    language: str,
) -> int:
    """Answer for every picture, on stdout; one that cannot be read costs a sentence and the exit code, not the rest.

    The sentence is in ``language``, the answers are English.
    """
    import msgspec

    code = exits.OK
    for path in images:
        try:
            answer = {"image": streams.printable(str(path)), **_reading(path, read)}
        except ValueError as error:
            if not exits.is_sentence(error):
                raise
            code = exits.fail(error, language)
            continue
        streams.out(msgspec.json.encode(answer) if json else f"{path}: {line(answer)}")
    return code


def _reading(path: Path, read: "Callable[[Image], Answer]") -> Answer:
    """What a reader says of a picture; what it has against it names the file."""
    from vision.sources.pictures import read_picture

    image = read_picture(path)
    try:
        return read(image)
    except ValueError as error:
        if not exits.is_sentence(error):
            raise
        raise exits.CommandError(say("picture_because", name=str(path), why=exits.sentence_of(error))) from error


def _dice_line(answer: Answer) -> str:
    faces = " ".join(str(die["value"]) for die in answer["dice"]) or "no dice"
    unsure = "; ".join(f"unsure: {spot['why']}" for spot in answer["unsure"])
    return f"{faces}; {unsure}" if unsure else faces


def _number_line(answer: Answer) -> str:
    if answer["number"] is None:
        return f"cannot be read ({answer['why']})"
    turned = "" if answer["up_deg"] is None else f", turned by {answer['up_deg']:.0f} degrees"
    return f"{answer['number']} (confidence {answer['confidence']:.3f}{turned})"

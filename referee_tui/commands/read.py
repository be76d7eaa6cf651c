"""``touchline read``: what stands on the table in a picture."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.sentences import in_language
from referee_tui import exits
from referee_tui.commands.options import (
    AUTO,
    BoardFile,
    GameOrAuto,
    Images,
    Json,
    Language,
    LensFile,
    ProfileName,
    lens_of_pictures,
    load_board_of,
)
from referee_tui.commands.pictures import each_picture
from referee_tui.commands.sentences import say
from referee_tui.config.spoken import spoken

if TYPE_CHECKING:
    from collections.abc import Callable

    from calibration.finder import BoardFinder
    from calibration.pose import Lens
    from calibration.pose import PoseFailure as Failure
    from vision.rectify import Image


Explain = Annotated[
    Path | None,
    typer.Option("--explain", metavar="PNG", help="Draw what was seen, how surely, and what not and why."),
]

_NAMED_UNSEEN = 8
"""Spaces named for each reason why they are not seen: a hand hides sixty. ``--json`` names them all."""


def read(
    images: Images,
    game: GameOrAuto = "regista",
    board: BoardFile = None,
    lens: LensFile = None,
    profile: ProfileName = None,
    json: Json = False,
    explain: Explain = None,
    language: Language = None,
) -> int:
    """Read pictures of a table: pieces, ball, dice. Exit 1 if the board was not found in one of them."""
    from calibration.pose import PoseFailure
    from referee_tui.commands.overlays import save_picture
    from vision.explain import draw_failure
    from vision.numbers import NumberReader
    from vision.still import explain_still, look_at_still, no_board, still_json

    if explain is not None and len(images) > 1:
        raise exits.CommandError(say("explain_one"))
    finder_of = _finders(game, board, lens_of_pictures(lens, profile))
    numbers = NumberReader()
    speaks = spoken(language)
    without: list[str] = []

    def reading(image: "Image") -> dict[str, Any]:
        finder = finder_of(image)
        if isinstance(finder, PoseFailure):
            answer, why = no_board(finder.reason), finder.reason
            if explain is not None:
                save_picture(explain, draw_failure(image, finder.reason))
        else:
            look = look_at_still(image, finder, numbers)
            answer, why = still_json(finder.board, look), look.reason if isinstance(look, PoseFailure) else ""
            if explain is not None:
                save_picture(explain, explain_still(image, look))
        if not answer["board"]["found"]:
            without.append(why)
        return answer

    code = each_picture(images, reading, _line, json=json, language=speaks)
    if without:
        key = "no_board_in" if len(images) > 1 else "no_board"
        exits.say(in_language(say(key, why=without[0], count=len(without), of=len(images)), speaks))
    return code or (exits.REFUSED if without else exits.OK)


def _finders(game: str, board_file: Path | None, lens: "Lens | None") -> "Callable[[Image], BoardFinder | Failure]":
    """How the finder for a picture is known: the same for all, or by the markers in each."""
    from calibration.finder import finder_for
    from referee_tui.board.which import finder_by_picture

    if game == AUTO and board_file is None:
        return finder_by_picture(lens)
    finder = finder_for(load_board_of(game, board_file), lens, board_file)
    return lambda _: finder


def _why_no_board(board: dict[str, Any]) -> str:
    return board.get("why") or "its markers are not in the picture"


def _line(answer: dict[str, Any]) -> str:
    """``22 pieces, ball on H10 (B7), dice 4 2``, and what is unsure; or why there is no board."""
    board = answer["board"]
    if not board["found"]:
        return f"no board: {_why_no_board(board)}"
    standing = [piece for piece in answer["pieces"] if piece["cell"]]
    beside = [piece["id"] for piece in answer["pieces"] if not piece["cell"]]
    pieces = " ".join(f"{piece['id']}@{piece['cell']}" for piece in standing)
    ball = answer["ball"]
    parts = [f"{len(standing)} piece{'s' * (len(standing) != 1)}: {pieces}" if pieces else "no pieces"]
    if beside:
        parts.append(f"{' '.join(beside)} beside the field")
    parts.append(f"ball {_at(ball).strip() or 'off the field'}{_holder(ball)}" if ball else "no ball")
    if answer["dice"]:
        faces = " ".join(f"{die['team'] or ''}{die['value']}" for die in answer["dice"])
        parts.append(f"dice {faces}")
    parts.extend(
        f"unsure: {spot['what']} {_at(spot)}({spot['why']})" for spot in answer["unsure"] if spot["what"] != "space"
    )
    parts.extend(_unseen(answer["unsure"]))
    if answer["occluded"]:
        parts.append("a hand covers part of the table")
    return "; ".join(parts)


def _unseen(unsure: list[dict[str, Any]]) -> list[str]:
    """``not seen, glare hides it: G11 G12 and 5 more spaces``: one for each reason."""
    spaces: dict[str, list[str]] = {}
    for spot in unsure:
        if spot["what"] == "space":
            spaces.setdefault(spot["why"], []).append(spot["cell"])
    return [f"not seen, {why}: {_first_of(cells)}" for why, cells in spaces.items()]


def _first_of(cells: list[str]) -> str:
    more = len(cells) - _NAMED_UNSEEN
    if more <= 1:
        return " ".join(cells)
    return f"{' '.join(cells[:_NAMED_UNSEEN])} and {more} more spaces"


def _holder(ball: dict[str, Any]) -> str:
    return f" ({ball['on_piece']})" if ball["on_piece"] else ""


def _at(spot: dict[str, Any]) -> str:
    return f"on {spot['cell']} " if spot["cell"] else ""

"""The sheet that says how to print, check, cut and glue the kit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calibration.kit.ball import rolls, strips_mm
from calibration.kit.pages import MARK, MARK_MM, free_mm, page_name, plain_page
from calibration.kit.tones import GRASS_LIGHT, INK, WHITE
from engine.game_names import LISTED
from engine.match import TEAMS, number_of, team_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calibration.kit.document import Document
    from calibration.kit.surface import Box, Surface
    from calibration.kit.tiling import Tiling
    from engine.board import Board
    from engine.match import PieceId

_TITLE_PT, _HEAD_PT, _TEXT_PT = 18.0, 13.0, 10.0
_MAP_MM = (70.0, 56.0)
_COUNTS = ("No", "One", "Two", "Three", "Four", "Five", "Six")

PRINT = """
Print on {paper} paper at 100 % ("actual size"), with "fit to page" off. Then hold a ruler to the printed one: 100 mm
must be 100 mm on every page. Matt paper is best: what mirrors a lamp cannot be read.
"""
ONE_PAGE = """
board.pdf is one page. Cut along the corner marks if there are any, and fix it so that it lies flat.
"""
PAGES = """
board.pdf is {count} pages, {first} to {last}; the map shows how they lie. Cut the left and the upper side of each page
along the corner marks; leave the right and the lower side as they are where another page follows. Put glue on the strip
beyond the dashes and lay the next page on, its cut edge on the dashes, so that the printed lines meet: row by row,
then the rows together. Glue the whole on card, or fix its corners: it must lie flat.
"""
PIECES = """
{squad} Flat (pieces.pdf): glue the page on something firm, best {height:g} mm thick, and cut along the thin circles,
inside the coloured rim; or cut out the faces and glue them on wooden discs of {diameter:g} mm. To fold
(pieces-to-fold.pdf), on card of 160 g/m2 or more: cut along the outer lines, score and fold along the dashes, close the
wall with the tab at its end, glue the lid's tabs inside it. The bar under 6 and 9 is their lower side.
"""
RING = """
The disc of ball.pdf, on card {height:g} mm thick: the piece with the ball stands on it, and its rim shows all round.
"""
BEAD = """
A ball of {diameter:g} mm: best a wooden bead or small ball, orange or white, from a craft shop. Of paper: cut out the
{count} strips of ball.pdf and roll them up tightly round a needle with thin glue, one after the other, number 1 first,
each beginning with its wide end and all centred.
"""
BOUGHT = """
Buy a ball of {diameter:g} mm that rolls well, white or orange, of wood or cork. This game is played by flicking it.
"""
GOALS = """
Two goals {width:g} mm wide inside, with a keeper on a rod in each, stand on the printed ones: the posts' inner sides at
the ends of the grey. Without them the printed goals do; the keeper's disc then lies beside the board.
"""
DICE = """
{dice} tray.pdf folds up to a tray: cut along the lines, fold along the dashes, glue the tabs inside. Throw into it, or
anywhere beside the field within the camera's sight.
"""
DUEL_DICE = """
{count} ordinary dice with clear pips, one blue and one red: where both sides throw, each throws its own; where one die
is thrown, either will do.
"""
LIKE_DICE = """
{count} ordinary dice with clear pips, of any colour: one to {most} are thrown at once.
"""
ONE_DIE = """
An ordinary die with clear pips, of any colour.
"""
CARDS = """
cards.pdf has a card for each figure of the rosters: number, name, skill and how far it goes. Cut them out and keep them
beside the board.
"""
CAMERA = """
The black squares tell the camera where the board is, and which: leave as many of them uncovered as you can. markers.pdf
has the same squares loose, in case one is spoilt: glue it exactly over the old one. lens-target.pdf is for measuring
the camera's lens: glue it on something stiff and flat.
"""


def print_assembly(
    document: Document, board: Board, spread: Tiling, paper: str, squad: Sequence[PieceId], *, cards: bool = False
) -> None:
    """One page: the steps in order, with a map of the board's pages."""
    page = _page_size(paper)
    west, north, east, _ = free_mm(page)
    with plain_page(document, page, f"how to make the kit: {board.name}") as surface:
        title = f"Touchline: {board.name}"
        y = document.words(title, (west, north + 2.0), east - west, _TITLE_PT, bold=True) + 3.0
        map_south = y
        if len(spread.tiles) > 1:
            map_south = y + _MAP_MM[1]
            _map(surface, (east - _MAP_MM[0], y, east, map_south), board, spread)
        for number, (head, text) in enumerate(steps(board, spread, paper, squad, cards=cards), 1):
            width = east - west - (_MAP_MM[0] + 6.0 if y < map_south else 0.0)
            y = document.words(f"{number}  {head}", (west, y), width, _HEAD_PT, bold=True) + 0.8
            y = document.words(text, (west, y), width, _TEXT_PT) + 3.0


def _page_size(paper: str) -> str:
    """An ordinary sheet, however large the paper of the board is: the steps fill no more."""
    return paper if paper == "letter" else "a4"


def steps(
    board: Board, spread: Tiling, paper: str, squad: Sequence[PieceId], *, cards: bool = False
) -> list[tuple[str, str]]:
    """Heading and text of each step, for the pages that the board takes."""
    pieces, ball = board.file.pieces, board.file.ball
    pages = ONE_PAGE
    if len(spread.tiles) > 1:
        first, last = page_name(spread.tiles[0]), page_name(spread.tiles[-1])
        pages = PAGES.format(count=len(spread.tiles), first=first, last=last)
    balls = []
    if "ring" in ball.carried:
        balls.append(RING.format(height=ball.ring_height_mm))
    if rolls(ball):
        balls.append(BEAD.format(diameter=ball.diameter_mm, count=len(strips_mm(ball.diameter_mm))))
    if not balls:
        balls.append(BOUGHT.format(diameter=ball.diameter_mm))
    texts = {
        "Print": PRINT.format(paper=paper if paper == "letter" else paper.upper()),
        "Board": pages,
        "Pieces": PIECES.format(height=pieces.height_mm, diameter=pieces.diameter_mm, squad=_numbers(squad)),
        "Ball": "".join(balls),
        **_goals(board),
        **_dice(board.game),
        **({"Cards": CARDS} if cards else {}),
        "Camera": CAMERA,
    }
    return [(head, " ".join(text.split())) for head, text in texts.items()]


def _numbers(squad: Sequence[PieceId]) -> str:
    """Which pieces a side has: ``1 to 11 of each``, or the numbers of each side."""
    blue, red = ([number_of(piece) for piece in squad if team_of(piece) == team] for team in TEAMS)
    if blue == red == list(range(1, len(blue) + 1)):
        return f"Blue and red, 1 to {len(blue)} each."
    return f"Blue {', '.join(map(str, blue))}; red {', '.join(map(str, red))}."


def _goals(board: Board) -> dict[str, str]:
    """The step about goals to be put up, on a board that has room for some."""
    mouth = board.file.goals.mouth_mm
    return {} if mouth is None else {"Goals": GOALS.format(width=mouth[1] - mouth[0])}


def _dice(game: str) -> dict[str, str]:
    """The step about dice, in a game that has some."""
    listed = LISTED[game]
    if not listed.dice:
        return {}
    count = _COUNTS[listed.dice]
    if listed.dice == 1:
        return {"Dice": DICE.format(dice=ONE_DIE)}
    dice = DUEL_DICE.format(count=count) if listed.duels else LIKE_DICE.format(count=count, most=count.lower())
    return {"Dice": DICE.format(dice=dice)}


def _map(surface: Surface, box: Box, board: Board, spread: Tiling) -> None:
    """The board small, cut into its pages."""
    size = board.file.sheet.size_mm
    scale = min((box[2] - box[0]) / size[0], (box[3] - box[1]) / size[1])
    west, north = box[2] - size[0] * scale, box[1]
    surface.frame((west, north, west + size[0] * scale, north + size[1] * scale), MARK_MM, INK)
    x, y = (west + board.file.sheet.field_origin_mm[0] * scale, north + board.file.sheet.field_origin_mm[1] * scale)
    length, width = board.grid.field_size_mm
    surface.rectangle(x, y, x + length * scale, y + width * scale, GRASS_LIGHT)
    for tile in spread.tiles:
        left, top, right, bottom = (side * scale for side in tile.part_mm)
        if tile.column:
            surface.dashes((west + left, north + top), (west + left, north + bottom), MARK_MM, MARK)
        if tile.row:
            surface.dashes((west + left, north + top), (west + right, north + top), MARK_MM, MARK)
        middle = (west + (left + right) / 2, north + (top + bottom) / 2)
        surface.disc(middle, 3.2, WHITE)
        surface.text(page_name(tile), middle, 2.6, INK)

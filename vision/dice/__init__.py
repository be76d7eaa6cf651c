"""Dice: seen on the table with a known pose, or in a plain picture."""

from vision.dice.found import SAME_DIE_MM, Found
from vision.dice.on_field import like_dice
from vision.dice.photo import read_dice_picture
from vision.dice.search import is_on_sheet
from vision.dice.table import DiceReading, dice_found, find_dice, reading_of

__all__ = [
    "SAME_DIE_MM",
    "DiceReading",
    "Found",
    "dice_found",
    "find_dice",
    "is_on_sheet",
    "like_dice",
    "read_dice_picture",
    "reading_of",
]

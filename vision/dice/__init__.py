"""Dice: seen on the table with a known pose, or in a plain picture."""

from vision.dice.on_field import like_dice
from vision.dice.photo import read_dice_picture
from vision.dice.table import DiceReading, find_dice

__all__ = ["DiceReading", "find_dice", "like_dice", "read_dice_picture"]

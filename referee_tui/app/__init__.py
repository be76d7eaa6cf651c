"""The Textual screens. Nothing outside this package imports Textual."""

import os

# Where one key changes two things (a step of the cursor: the board, and the words below it), Textual draws the second
# with its next-but-one moment for drawing: with 60 of them a second 33 ms later, in which nothing is done at all.
# Nothing is drawn more often than it changes. Read by Textual as it is imported.
os.environ.setdefault("TEXTUAL_FPS", "240")

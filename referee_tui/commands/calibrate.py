"""``touchline calibrate ...``: the camera's lens and where the board lies."""

import typer

from referee_tui.commands.calibrate_board import calibrate_board
from referee_tui.commands.calibrate_lens import calibrate_lens

app = typer.Typer(
    name="calibrate", no_args_is_help=True, help="Measure the camera's lens; check where the board lies and the light."
)
app.command("board")(calibrate_board)
app.command("lens")(calibrate_lens)

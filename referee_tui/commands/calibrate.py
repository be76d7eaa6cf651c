"""``touchline calibrate ...``: the camera's lens and where the board lies."""

import typer

app = typer.Typer(
    name="calibrate", no_args_is_help=True, help="Measure the camera's lens; check where the board lies and the light."
)

"""``python -m referee_tui`` is the ``touchline`` command."""

from referee_tui.cli import main

main()

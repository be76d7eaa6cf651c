"""What a user has chosen once and for all: a small TOML file, ``TOUCHLINE_*`` in the environment, command-line options.

An option of the command line goes before the environment, the environment before the file, the file before the default.
The value is here; ``loading`` reads it.
"""

from referee_tui.config.values import DEFAULT, Config, ConfigError, Preview, Sound

__all__ = ["DEFAULT", "Config", "ConfigError", "Preview", "Sound"]

"""What a user has chosen once and for all: a small TOML file, ``TOUCHLINE_*`` in the environment, command-line options.

An option of the command line goes before the environment, the environment before the file, the file before the default.
"""

from referee_tui.config.loading import Settings, config_path, load_settings, read_config_file
from referee_tui.config.values import DEFAULT, Config, ConfigError, Preview, Sound

__all__ = [
    "DEFAULT",
    "Config",
    "ConfigError",
    "Preview",
    "Settings",
    "Sound",
    "config_path",
    "load_settings",
    "read_config_file",
]

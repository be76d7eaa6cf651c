"""The `touchline` command, the session that ties the layers together, and the screen."""

"""One module per command of ``touchline``. They import what they need when they run, so that help stays fast."""

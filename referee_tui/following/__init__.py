"""Following a match: from a source's frames to the referee and the log. No screen and no printing here."""

"""What users give for a board of their own and cannot be used."""


class OwnBoardError(ValueError):
    """Corners, counts or sizes that no board has; the message is one plain sentence."""

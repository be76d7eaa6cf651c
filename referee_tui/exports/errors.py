"""What can go wrong with an export."""

from __future__ import annotations


class ExportError(ValueError):
    """An export that cannot be made as asked; the message is one plain sentence."""

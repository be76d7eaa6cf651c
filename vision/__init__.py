"""What the camera sees: sources, gate, rectified views, pieces, numbers, ball, dice, identities."""

"""Calibrating on the screen: where the board lies and the light, and the camera's lens."""

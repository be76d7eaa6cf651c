"""Where the camera is: lens, markers, board pose, and the printable kit."""

"""The printable kit: board, pieces, balls, dice tray, markers and lens target, drawn from a board file.

``write.write_kit`` is the door. A drawing is made of shapes in millimetres (``surface``) and comes out as a picture
(``canvas``) or as vectors on pages (``document``, ``tiling``, ``pages``).
"""

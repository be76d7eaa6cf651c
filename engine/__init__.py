"""The rules of tabletop football: boards, positions, rulings, the referee and the match log.

This package knows no pixel and no terminal; it imports neither NumPy nor OpenCV.
"""

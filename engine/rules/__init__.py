"""What several games' rules share: values, dice, ways over the field, reading and writing positions.

A game's own chapters lie in ``engine/games/<game>/``; nothing here knows a game.
"""

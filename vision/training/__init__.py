"""How the number net is made: synthetic faces of discs, what a camera makes of them, training and scoring.

Nothing here is needed to play. ``fonts``, ``faces``, ``degrade`` and ``samples`` need what the program needs anyway;
``net``, ``train`` and ``scores`` need the ``[train]`` extra.
"""

"""What an explanation costs: the one place where stories are weighed against each other.

Costs are in "acts": the story with the fewest things done wins. They order stories that explain the same look; they
are no probabilities.
"""

from __future__ import annotations

ACT = 1.0
"""Every act somebody has to have done between two looks."""

END = 0.4
"""The end of a turn has nothing to be seen: the other side's act is its only sign, so it costs little; more than
CLOSE, so that of two orders of turns the one with fewer changes of side is told."""

ROLL = 0.3
"""Dice seen thrown in the same stretch as the act they decide."""

DECLARED = 0.1
"""Dice called for a piece before they were thrown: the call itself is only heard."""

UNREAD_ROLL = 0.4
"""Dice of which not all could be read: with every face tried, more can be explained than by faces that were read."""

OPEN_ROLL = 0.5
"""A story that ends before dice nobody has thrown: less likely than one that needs none."""

NOT_A_SHOT = 0.3
"""A pass to a space at which its player may shoot with the same die: whatever falls, a shot is worth no less there,
cannot be offside and is a goal where it goes in. So a shot is what is called (more than CLOSE)."""

NOT_PUT = 1.0
"""Somebody plays on while the ball lies where a ruling does not have it: it would have been put there first."""

TIE = 1.4
"""A die that shows the one face that makes a tie, for all that was read of it: dice thrown again are then explained,
about as well as by another tackle (less than CLOSE from it, so that where both fit it is left open which)."""

NOT_PUT_YET = 2.5
"""The same where people were told what is put where, and it still lay elsewhere than the dice as read have it, or were
told of a tie and throw no dice: more than a die that was read wrongly and what is told anew."""

SET_UP_LATE = 0.6
"""A piece put elsewhere and the kick-off taken under one hand: sides are set up by then; it moved after the kick."""

AHEAD = 0.3
"""A ball that lies where the dice sent it and was never seen on its target: it is put there, then they are thrown."""

GOAL_ELSEWHERE = 0.5
"""A ball in another space of the goal than the one it ran into: it was put there by a hand all the same."""

TACKLE = 0.4
"""An act of which the table shows only the dice."""

HANDED_OVER = 1.6
"""A turn that begins with a pass to a neighbour of the other side: rather that one took the ball and owes the dice."""

TAKEN = 0.6
"""A ball that lies with the tackler before the dice allowed it: mostly they are thrown first (more than CLOSE). With
dice still to be thrown for it, it takes as much as UNSEEN: dice thrown just before were rather read wrongly."""

STOOD = 0.1
"""A tackle by a piece that has not moved in this turn: most that tackle have just gone there (less than CLOSE)."""

UNSEEN = 2.5
"""A thing that a story moves away and back again, so that nothing of it shows: with this story the rules could be made
to allow nearly everything (the holder steps off its ball: it took the ball along and passed it back?)."""

BACK_AND_FORTH = 0.2
"""A way that comes twice over the same space, where another leads there as well: less than CLOSE, for dice that have to
be used up are used up so. What becomes of what another way leaves tells them apart."""

DOUBTFUL_DIE = 0.2
"""Dice counted that lie nearly where they lay, or show another face there: a throw seldom leaves them so."""

UNUSED_PAIR = 3.0
"""Both sides' dice thrown and nothing said about it, where a tackle was possible: people do not throw for nothing."""

HALF_PAIR = 1.2
"""Both sides' dice thrown and one of them told of: they are thrown together for what both have a part in."""

BLIND_SHOT = 0.8
"""A shot of which only the dice are seen, the ball having vanished: white on the white margin behind the goal line.
About as likely as that the other side's turn has begun with a tackle, whose ball is not seen (less than CLOSE apart):
no goal is told before the table shows which."""

OTHER_FACE = 2.0
"""A die that was counted and shows another face where it lies: it was misread then, or turned by accident since."""

UNUSED_KICK = 1.6
"""A die thrown while a restart's kick is due, and pieces put down without that kick, or thrown while nobody saw the
ball, which lies elsewhere since: it was thrown for that."""

UNUSED_DIE = 0.6
"""One die thrown and nothing said about it: it may have been knocked over."""

UNUSED_FIRST = 1.2
"""The same in a game in which dice come first and a piece is being played: dice thrown now are the next one's."""

ILLEGAL = 1.5
"""Something against the rules, on top of the act itself: players mostly play by them, but not always."""

WRONG_SIDE = 1.0
"""A piece of the side whose turn it is not: its turn having begun is the likelier story."""

RETOLD = 0.5
"""What was told before, and is told otherwise now: it was told of a table that looked like it."""

MISREAD = 1.5
"""Numbers that the reader stood by and that were wrong: rarer than an act against the rules."""

UNEXPLAINED = 4.0
"""A table that nothing explains, not even one act against the rules."""

CLOSE = 0.25
"""Two stories nearer than this are about equally likely; what else was seen, or a question, decides."""

SURE = 0.8
"""Every changed thing seen with at least this confidence: acted on at the first look."""

READ_CLEARLY = SURE
"""A die read with at least this confidence is not overruled by where people put things: it is asked about. Of 320 faces
that were read in photographs 311 were right (docs/measuring-the-eye.md), and among those that are not called unsure
confidence tells nothing: of the 44 said with the least all were. So there is no use in a border above SURE. People are
assumed to put something elsewhere than the dice say about as often, and either way one key answers."""

MOST_ACTS = 6
"""Longest story told. A turn has two moves and its passes; more between two looks is not reconstructed but asked."""

MOST_MOVED = 2
"""Pieces that one act puts elsewhere at most, in a charge. A table on which more lies elsewhere than a story's acts can
move is not searched for one: it is out of step."""

MOST_NODES = 600
"""Bounds the search; an ordinary look takes fewer than ten."""

MOST_NODES_ANEW = 200
"""The same where several stories back are told anew, one search for each: people wait for the answer."""

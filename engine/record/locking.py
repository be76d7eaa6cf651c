"""One writer per file: an advisory lock that the system lets go of when the process ends, however it ends."""

from __future__ import annotations

import os
import sys

if sys.platform == "win32":
    import msvcrt

    # Windows locks are mandatory for the bytes they cover: lock one far beyond any log, so that readers are free.
    _LOCKED_BYTE = 2**40

    def try_lock(descriptor: int) -> bool:
        """Lock an open file for this process; False if another holds it. Raises OSError if it cannot be locked."""
        end = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        finally:
            os.lseek(descriptor, end, os.SEEK_SET)
        return True

else:
    import fcntl

    def try_lock(descriptor: int) -> bool:
        """Lock an open file for this process; False if another holds it. Raises OSError if it cannot be locked."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

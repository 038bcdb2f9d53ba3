"""Which processes are there, and waiting for what is about to happen."""

import time


def is_running(process):
    """Whether a process is there and has not ended."""
    try:
        with open(f"/proc/{process}/stat") as stream:
            return stream.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def until(holds, seconds=60.0):
    """Whether something comes to hold before long."""
    give_up = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > give_up:
            return False
        time.sleep(0.02)
    return True

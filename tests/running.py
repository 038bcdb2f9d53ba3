"""Which processes are there, and waiting for what is about to happen."""

import os
import sys
import time

HEARING = [
    sys.executable,
    "-c",
    "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"
    " from pdedsl.cli import main; sys.exit(main(sys.argv[1:]))",
]
"""The program, which hears Ctrl-C even where the tests run in the background."""


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


def session_of(process):
    """The session that a process belongs to, None where it is gone."""
    try:
        return os.getsid(int(process))
    except OSError:
        return None

"""A guard against what hangs; how long things take is for benchmarks to say."""

import time
from contextlib import contextmanager

SECONDS = (
    20  # of processor time: what hung took minutes, and a busy machine is not ten times slower
)


@contextmanager
def soon(seconds=SECONDS):
    """What is done inside ends within so much processor time."""
    began = time.process_time()
    yield
    assert time.process_time() - began < seconds

"""A guard against what hangs; how long things take is for benchmarks to say."""

import time
import tracemalloc
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


@contextmanager
def small(megabytes):
    """What is done inside has at most so much memory at a time, besides what there was."""
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < megabytes * 2**20
    finally:
        tracemalloc.stop()

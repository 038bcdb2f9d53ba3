"""One Hypothesis profile for all: the same examples every time, or new ones when asked for.

`HYPOTHESIS_PROFILE=explore python -m pytest` draws afresh. Linear algebra has one thread.
"""

import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")  # before NumPy is imported: threads of workers would wait

from hypothesis import settings  # noqa: E402

settings.register_profile("fixed", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))

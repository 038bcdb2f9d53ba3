"""One Hypothesis profile for all: the same examples every time, or new ones when asked for.

`HYPOTHESIS_PROFILE=explore python -m pytest` draws afresh.
"""

import os

from hypothesis import settings

settings.register_profile("fixed", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))

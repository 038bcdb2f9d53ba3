"""Work done by several processes at once, here or on a Dask cluster, with the same results.

Nothing here knows what the work is: a function of something large that is sent to every worker
once, and of many small items.
"""

from pdedsl.parallel.crew import ALONE, Crew, Pool
from pdedsl.parallel.opening import pool_of

__all__ = ["ALONE", "Crew", "Pool", "pool_of"]

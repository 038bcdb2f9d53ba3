"""`python -m pdedsl`, the same as `pdedsl`."""

import sys

from pdedsl.cli import main

sys.exit(main())

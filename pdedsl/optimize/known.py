"""Arrays that were computed before, by what they are the values of."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

import numpy as np


@dataclass(eq=False)
class Known:
    """As many arrays as there is room for.

    Whoever takes one must not write into it.

    Attributes:
        room: for how many numbers; where it is full, all of them are forgotten.
    """

    room: int
    _arrays: dict[Hashable, np.ndarray] = field(default_factory=dict)
    _taken: int = 0

    def get(self, key: Hashable) -> np.ndarray | None:
        """What is remembered."""
        return self._arrays.get(key)

    def put(self, key: Hashable, array: np.ndarray) -> None:
        """Remember an array that would not take most of the room."""
        if 4 * array.size > self.room:
            return
        if self._taken + array.size > self.room:
            self._arrays.clear()
            self._taken = 0
        self._arrays[key] = array
        self._taken += array.size

    def __getstate__(self) -> dict[str, object]:
        """For another process: nothing is remembered there."""
        return {"room": self.room, "_arrays": {}, "_taken": 0}

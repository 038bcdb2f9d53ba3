"""A function of many items, done by workers in any order and returned in the order of the items.

What a worker does not finish, because it was killed or its machine was lost, is done again, by
another worker or in this process. Results depend on function and item alone, so that they are
the same with any number of workers.
"""

from __future__ import annotations

import itertools
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence, Sized
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

Shared = TypeVar("Shared")
Item = TypeVar("Item")
Result = TypeVar("Result")

AHEAD = 2
"""Items that are under way at once for each worker: the next is there when one is done."""

TRIES = 3
"""How often items are handed out again after a loss, before they are done in this process."""

KEPT = 3
"""How many shared things this process and each worker remember."""

GLANCE = 2.0
"""Seconds of silence after which it is looked whether anybody is there."""


class Pool(Protocol):
    """Whatever can do the same to many items."""

    def map(
        self, function: Callable[[Shared, Item], Result], shared: Shared, items: Sequence[Item]
    ) -> list[Result]:
        """`function(shared, item)` of every item, in order.

        Args:
            function: of a module, not a closure; gives the same wherever it is called.
            shared: what all items need, the same object as long as it has not changed.
            items: small.
        """
        ...


class Alone:
    """This process, one item after the other."""

    def map(
        self, function: Callable[[Shared, Item], Result], shared: Shared, items: Sequence[Item]
    ) -> list[Result]:
        """As `Pool` says."""
        return [function(shared, item) for item in items]


ALONE = Alone()


class Workers(Protocol):
    """Who does what is submitted.

    Attributes:
        count: how many there are.
        losses: exceptions that mean that a worker was lost, not that its work was wrong.
        keeps: whether a parcel can go with every item at no cost; if not, it goes to every
            worker once, and each keeps it.
    """

    count: int
    losses: tuple[type[BaseException], ...]
    keeps: bool

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Have a function called."""
        ...

    def parcel(self, shared: Any) -> Any:
        """What stands for a shared thing among the arguments."""
        ...

    def received(self, result: Any) -> Any:
        """What is made of a result when it arrives."""
        ...

    def is_deserted(self) -> bool:
        """Whether nobody is there for what was submitted."""
        ...

    def renew(self) -> None:
        """Find new workers for those that were lost, if it can be done."""
        ...

    def close(self) -> None:
        """Let them go; nothing is under way."""
        ...

    def abandon(self) -> None:
        """Have them end at once, whatever they are doing."""
        ...


@dataclass(eq=False)
class _Parcel:
    """A shared thing under its number, and how many items have gone out with it."""

    number: str
    shared: Any
    content: Any
    sent: int = 0


class Crew:
    """Workers as a pool.

    Attributes:
        workers: those.
        on_loss: told in a few words of every loss.
        helps: whether this process does items too, while its workers have enough to do.
    """

    _numbers = itertools.count()

    def __init__(
        self,
        workers: Workers,
        on_loss: Callable[[str], None] = lambda _: None,
        *,
        helps: bool = False,
    ) -> None:
        self.workers, self.on_loss, self.helps = workers, on_loss, helps
        self._parcels: dict[int, _Parcel] = {}
        self._is_useless = False

    def map(
        self, function: Callable[[Shared, Item], Result], shared: Shared, items: Sequence[Item]
    ) -> list[Result]:
        """As `Pool` says."""
        found: dict[int, Result] = {}
        if len(items) > 1 and not self._is_useless and not self.workers.is_deserted():
            for _ in range(TRIES):
                left = deque(i for i in range(len(items)) if i not in found)
                if left and not self._is_done(function, shared, items, left, found):
                    self._after_loss()
            self._is_useless = not found
        return [found[i] if i in found else function(shared, items[i]) for i in range(len(items))]

    def _after_loss(self) -> None:
        self._parcels.clear()
        self.workers.renew()
        self.on_loss("a worker was lost; what it was doing is done again")

    def _is_done(
        self,
        function: Callable[[Shared, Item], Result],
        shared: Shared,
        items: Sequence[Item],
        left: deque[int],
        found: dict[int, Result],
    ) -> bool:
        """Hand out the items that are left, and take in what comes; False after a loss."""
        waiting: dict[Future[Any], int] = {}
        lacking: set[int] = set()
        try:
            parcel = self._parcel_of(shared)
            while left or waiting:
                while self._may_send(left, waiting):
                    place = left.popleft()
                    content = self._content(parcel, is_needed=place in lacking)
                    sent = self.workers.submit(
                        _work, function, parcel.number, content, items[place]
                    )
                    waiting[sent] = place
                helping = self.helps and bool(left)
                if helping:
                    place = left.popleft()
                    found[place] = function(shared, items[place])
                done, _ = wait(
                    waiting, timeout=0 if helping else GLANCE, return_when=FIRST_COMPLETED
                )
                if not done and not helping and self.workers.is_deserted():
                    return False
                for future in done:
                    place = waiting.pop(future)
                    result = future.result()
                    if isinstance(result, _Lacking):
                        lacking.add(place)
                        left.appendleft(place)
                    else:
                        found[place] = self.workers.received(result)
        except self.workers.losses:
            return False
        finally:
            for future in waiting:
                future.cancel()
        return True

    def _may_send(self, left: Sequence[int], waiting: Sized) -> bool:
        """Whether another item is handed out.

        Whoever helps has no use for what waits with a worker: of the last few none does.
        """
        count = self.workers.count
        few = self.helps and len(left) <= AHEAD * (count + 1)
        return bool(left) and len(waiting) < count * (1 if few else AHEAD)

    def _parcel_of(self, shared: Any) -> _Parcel:
        found = self._parcels.get(id(shared))
        if found is None:
            while len(self._parcels) >= KEPT:
                del self._parcels[next(iter(self._parcels))]
            number = f"{id(self)}-{next(self._numbers)}"
            found = _Parcel(number, shared, self.workers.parcel(shared))
            self._parcels[id(shared)] = found
        return found

    def _content(self, parcel: _Parcel, *, is_needed: bool) -> Any:
        """What goes along: the parcel for as many items as there are workers, then its number."""
        if not (self.workers.keeps or is_needed or parcel.sent < self.workers.count):
            return None
        parcel.sent += 1
        return parcel.content


class _Lacking:
    """A worker's answer where it has not got the shared thing."""


_KNOWN: OrderedDict[str, Any] = OrderedDict()
"""In a worker: the latest shared things, which it has nowhere else to keep between two calls."""


def _work(function: Callable[[Any, Any], Any], number: str, content: Any, item: Any) -> Any:
    """In a worker: do one item, unless the shared thing is missing."""
    shared = _KNOWN.get(number, content)
    if shared is None:
        return _Lacking()
    _KNOWN[number] = shared
    while len(_KNOWN) > KEPT:
        _KNOWN.popitem(last=False)
    return function(shared, item)

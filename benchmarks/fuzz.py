"""Try the language with texts made to break it: `python benchmarks/fuzz.py --minutes 10 --seed 0`.

Texts are random bytes, mutations of all texts in the repository and of those that had something
new to see, deep nests and size attacks, and random sentences of the `.lark` files. Each is read in
a process with hard limits; what is valid is unparsed, laid out, shown, and printed as LaTeX and as
NumPy functions. A finding is an error that is not ours, more than 2 s or 500 MB, a round trip that
differs, or a message that depends on the run. It is made small and saved to a folder.

Prints a line a minute and a summary; the exit code is 1 if there are findings.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from fuzzing import attacks, corpus, mutation
from fuzzing.minimise import minimised
from fuzzing.sentences import Sentences
from fuzzing.worker import Limits, Outcome, Worker

LONGEST_KEPT = 6_000
SECOND_LOOK = 8
"""One text in so many is tried again in a process that hashes otherwise."""


@dataclass
class Fuzzer:
    """A run: what it draws from, and what it has found."""

    seed: int
    limits: Limits
    folder: Path
    valid: list[str] = field(default_factory=lambda: list(corpus.valid()))
    others: list[str] = field(default_factory=lambda: list(corpus.others()))
    equations: list[str] = field(default_factory=lambda: list(corpus.equations()))
    seen: set[str] = field(default_factory=set)
    findings: dict[str, Path] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    slowest: tuple[float, str] = (0.0, "")
    largest: float = 0.0

    def __post_init__(self) -> None:
        """Start the processes with the first text."""
        self.draw = random.Random(self.seed)
        self.sentences = Sentences()
        self.worker, self.other = Worker(self.limits, 0), Worker(self.limits, 1)

    def step(self) -> None:
        """Try one text."""
        source, kind, data = self._drawn()
        found = self.worker.run(kind, data)
        if not found.problem and found.seconds > self.limits.seconds / 2:
            found = self.worker.fresh(kind, data)
        self.counts["texts"] += 1
        self.counts["valid"] += found.accepted
        self.counts[source] += 1
        self.slowest = max(self.slowest, (found.seconds, f"{source}, {found.stage}"))
        self.largest = max(self.largest, found.megabytes)
        if not found.problem and self.counts["texts"] % SECOND_LOOK == 0:
            second = self.other.run(kind, data)
            if second.problem or second.digest != found.digest:
                found = Outcome(second.problem or "another message in another process")
        if found.problem:
            self._finding(source, kind, data, found)
        elif found.features - self.seen and len(data) < LONGEST_KEPT:
            self.seen |= found.features
            pool = self.equations if kind == "equation" else self._pool(found.accepted)
            pool.append(data.decode("utf-8", "replace"))

    def _pool(self, valid: bool) -> list[str]:
        return self.valid if valid else self.others

    def _drawn(self) -> tuple[str, str, bytes]:
        """Where a text comes from, what it is, and the text."""
        draw = self.draw
        kind = "equation" if draw.random() < 0.15 else "text"
        chance = draw.random()
        if chance < 0.06:
            return "noise", kind, mutation.noise(draw)
        if chance < 0.5:
            texts = self._pool(draw.random() < 0.8) if kind == "text" else self.equations
            return "mutation", kind, mutation.mutated(draw, texts)
        if chance < 0.75:
            made = attacks.attack(draw) if kind == "text" else attacks.equation(draw)
            return "attack", kind, mutation.encoded(made)
        made = self.sentences
        text = made.specification(draw) if kind == "text" else made.equation(draw)
        return "sentence", kind, mutation.encoded(text)

    def _finding(self, source: str, kind: str, data: bytes, found: Outcome) -> None:
        """Make the text small and save it, unless there is one like it already."""
        self.counts["findings"] += 1
        if found.problem in self.findings:
            return
        if (
            self.worker.fresh(kind, data).problem != found.problem
            and "another" not in found.problem
        ):
            again = self.worker.fresh(kind, data)
            if not again.problem or again.problem in self.findings:
                self.counts["passing"] += 1
                return
            found = again
        slow = found.seconds > self.limits.seconds
        small = minimised(data, lambda d: self._alike(kind, d, found), 40 if slow else 400)
        self.folder.mkdir(parents=True, exist_ok=True)
        number = len(self.findings) + 1
        path = self.folder / f"{self.seed}-{number:03}.{'pde' if kind == 'text' else 'equation'}"
        path.write_bytes(small)
        path.with_suffix(".txt").write_text(f"{found.problem}\n{source}\n\n{found.detail}\n")
        self.findings[found.problem] = path
        print(
            f"finding {number}: {found.problem} ({len(small)} bytes of {source}): {path}",
            flush=True,
        )

    def _alike(self, kind: str, data: bytes, found: Outcome) -> bool:
        if "another message in another process" in found.problem:
            return self.worker.run(kind, data).digest != self.other.run(kind, data).digest
        # a process that has once grown stays so: what is too large is tried in a new one
        run = self.worker.fresh if " MB" in found.problem else self.worker.run
        problem = run(kind, data).problem
        return problem.split(" in ")[0] == found.problem.split(" in ")[0]

    def line(self, minutes: float) -> str:
        """How far it is."""
        c = self.counts
        return (
            f"{minutes:5.1f} min  {c['texts']:7,} texts, {c['valid']:6,} valid, "
            f"{len(self.seen):5,} features, slowest {self.slowest[0]:.2f} s ({self.slowest[1]}), "
            f"largest {self.largest:.0f} MB, {len(self.findings)} findings"
        )

    def stop(self) -> None:
        """End the processes."""
        self.worker.stop()
        self.other.stop()


def main() -> int:
    """Run for some minutes, or some texts, and return the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=10.0, help="how long; default 10")
    parser.add_argument("--texts", type=int, help="stop after so many texts")
    parser.add_argument(
        "--seed", type=int, default=0, help="of everything that is drawn; default 0"
    )
    parser.add_argument("--seconds", type=float, default=2.0, help="a text may take; default 2")
    parser.add_argument("--megabytes", type=int, default=500, help="likewise; default 500")
    parser.add_argument("--folder", type=Path, default=Path("fuzz-findings"), help="for findings")
    options = parser.parse_args()
    fuzzer = Fuzzer(options.seed, Limits(options.seconds, options.megabytes), options.folder)
    start = told = time.monotonic()
    try:
        while time.monotonic() - start < 60 * options.minutes:
            if options.texts is not None and fuzzer.counts["texts"] >= options.texts:
                break
            fuzzer.step()
            if time.monotonic() - told >= 60:
                told = time.monotonic()
                print(fuzzer.line((told - start) / 60), flush=True)
    except KeyboardInterrupt:
        print("interrupted")
    finally:
        fuzzer.stop()
    print(fuzzer.line((time.monotonic() - start) / 60))
    sources = ", ".join(
        f"{fuzzer.counts[s]} of {s}" for s in ("noise", "mutation", "attack", "sentence")
    )
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(
        f"seed {options.seed}: {sources}; {fuzzer.counts['passing']} findings did not come again; "
        f"{(used.ru_utime + used.ru_stime) / 60:.1f} min of processor time"
    )
    return 1 if fuzzer.findings else 0


if __name__ == "__main__":
    sys.exit(main())

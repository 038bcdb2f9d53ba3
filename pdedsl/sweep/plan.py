"""Which runs a sweep has, and where each of them goes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from zlib import crc32

from pdedsl.errors import PdedslError, SpecificationError
from pdedsl.language import unparse
from pdedsl.loading import load_specification
from pdedsl.reproduce.request import LAST_SEED, MOST_SEEDS

SEED = "search.seed"

MOST = 100_000
"""Runs that a sweep may have."""


@dataclass(frozen=True)
class Trial:
    """A run of a sweep.

    Attributes:
        file: as it was given.
        settings: what sets the run apart, as pairs of option and value.
        seed: of the search, None for that of the file.
        folder: where it goes.
        start: folder that relative files are in.
        mistakes: why it cannot be done, "" if it can.
        exit_code: that goes with these.
    """

    file: Path
    settings: tuple[tuple[str, str], ...]
    seed: int | None
    folder: Path
    start: Path
    mistakes: str = ""
    exit_code: int = 0

    @property
    def path(self) -> Path:
        """Of the file, wherever the run is done; the folder of the sweep is absolute, too."""
        return self.start / self.file

    @property
    def overrides(self) -> dict[str, str]:
        """Options of the file that are replaced."""
        return dict(self.settings) | ({} if self.seed is None else {SEED: str(self.seed)})

    @property
    def setting(self) -> str:
        """The settings in words."""
        return " ".join(f"{name}={value}" for name, value in self.settings)


def plan(
    files: Sequence[Path], settings: Mapping[str, str], seeds: int | None, out: Path
) -> tuple[Trial, ...]:
    """Every file with every seed and every combination of settings.

    A folder is named by its file, its seed and the text that the run has with its options. So a
    changed text is another run, and the same is the same however it came about.

    Args:
        files: of texts.
        settings: values by option, as in {"search.length": "12,20"}.
        seeds: how many, the first being 0; None for the seed of each file.
        out: folder of the sweep.

    Raises:
        PdedslError: too many runs, seeds out of range or given twice.
    """
    _judge(settings, seeds)
    several = {name: values_of(text) for name, text in settings.items()}
    count = len(files) * (seeds or 1)
    for values in several.values():
        count *= len(values)
    if count > MOST:
        raise PdedslError(f"this sweep has {count} runs\n  ask for {MOST} at most")
    taken: dict[str, int] = {}
    trials = []
    for file in files:
        for chosen in product(*several.values()):
            pairs = tuple(zip(several, chosen, strict=True))
            for seed in range(seeds) if seeds else (None,):
                trials.append(_trial(file, pairs, seed, out, taken))
    return tuple(trials)


def _judge(settings: Mapping[str, str], seeds: int | None) -> None:
    if seeds is None:
        return
    if not 1 <= seeds <= min(MOST_SEEDS, LAST_SEED):
        raise PdedslError(f"--seeds {seeds}: ask for 1 to {MOST_SEEDS}")
    if SEED in settings:
        raise PdedslError(f"--seeds and --set {SEED} both say which seeds\n  leave one out")


def _trial(
    file: Path,
    settings: tuple[tuple[str, str], ...],
    seed: int | None,
    out: Path,
    taken: dict[str, int],
) -> Trial:
    trial = Trial(file, settings, seed, out, Path.cwd())
    try:
        specification = load_specification(file, trial.overrides)
    except (PdedslError, OSError) as error:
        code = error.exit_code if isinstance(error, PdedslError) else SpecificationError.exit_code
        return replace(trial, mistakes=str(error), exit_code=code)
    seed_used = specification.options.search.seed
    name = f"{file.stem}-seed{seed_used}-{crc32(unparse(specification).encode()):08x}"
    taken[name] = taken.get(name, 0) + 1
    name += f"-{taken[name]}" if taken[name] > 1 else ""
    return replace(trial, seed=seed_used, folder=out / name)


def values_of(text: str) -> tuple[str, ...]:
    """The values in a list, commas within brackets or quotes aside.

    >>> values_of("12, 20")
    ('12', '20')
    >>> values_of("(6, 6), (8, 8)")
    ('(6, 6)', '(8, 8)')
    """
    parts = ("".join(part).strip() for part in _parts(text))
    return tuple(dict.fromkeys(part for part in parts if part)) or (text,)


def _parts(text: str) -> Iterator[list[str]]:
    part: list[str] = []
    depth, is_quoted = 0, False
    for character in text:
        is_quoted ^= character == '"'
        depth += 0 if is_quoted else (character in "([{") - (character in ")]}")
        if character == "," and depth <= 0 and not is_quoted:
            yield part
            part = []
        else:
            part.append(character)
    yield part

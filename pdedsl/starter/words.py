"""What names of columns and arrays usually stand for, and the units that they carry."""

from __future__ import annotations

import re
import unicodedata

from pdedsl.time_units import SECONDS

TIME = frozenset((
    "t", "tau", "time", "times", "date", "dates", "datetime", "timestamp", "when", "day", "days",
    "hour", "hours", "minute", "minutes", "second", "seconds", "week", "month", "year", "years",
    "epoch", "zeit", "datum", "temps", "tiempo", "tempo",
))  # fmt: skip
SPACE = frozenset((
    "x", "y", "z", "r", "rho", "theta", "phi", "xi", "eta", "lat", "latitude", "lon", "lng",
    "longitude", "depth", "height", "altitude", "elevation", "level", "lev", "position", "pos",
    "distance", "dist", "radius", "angle", "age", "place", "coordinate", "coord",
))  # fmt: skip
SAMPLE = frozenset((
    "sample", "samples", "run", "runs", "trial", "trials", "replicate", "replicates", "rep",
    "repetition", "repeat", "experiment", "id", "subject", "patient", "well", "series",
    "ensemble", "member", "realization", "realisation", "batch", "case", "group", "animal",
    "individual", "plate", "culture", "station", "site", "track", "trajectory", "simulation",
    "sim", "shot",
))  # fmt: skip
COUNTER = frozenset(("", "index", "row", "rows", "line", "no", "nr", "unnamed_0", "rownames"))
ASIDE = frozenset((
    "err", "error", "errors", "std", "sd", "sem", "sigma", "stderr", "stdev", "uncertainty",
    "unc", "flag", "flags", "qc", "quality", "bnds", "bounds", "weight", "weights",
))  # fmt: skip
INPUT = frozenset((
    "force", "forces", "forcing", "forced", "input", "inputs", "q", "source", "sources", "drive",
    "driving", "driver", "control", "stimulus", "excitation", "load", "dose", "irradiance",
    "rain", "rainfall", "precipitation",
))  # fmt: skip
_UNIT = re.compile(r"(.*?)\s*(?:\[([^\[\]]*)\]|\(([^()]*)\)|\s/\s+(\S+))\s*")
_LONGEST_UNIT = 40
_LATIN = {"ß": "ss", "ø": "o", "Ø": "O", "æ": "ae", "Æ": "Ae", "ł": "l", "Ł": "L", "đ": "d"}
_NAMES_OF_GREEK = {"lamda": "lambda", "final sigma": "sigma"}


def split_unit(name: str) -> tuple[str, str]:
    """A name without the unit that it carries in brackets, and that unit.

    >>> split_unit("time [s]"), split_unit("T (°C)"), split_unit("cells/mm")
    (('time', 's'), ('T', '°C'), ('cells/mm', ''))
    """
    found = _UNIT.fullmatch(name)
    if found is None or not found[1]:
        return name, ""
    unit = next((part for part in found.groups()[1:] if part is not None), "")
    return found[1], unit.strip()


def usable_unit(text: str) -> str:
    """A unit that can be written into a text; empty for one that cannot, or that says nothing."""
    unit = text.partition(" since ")[0].strip() or ""
    plain = unit.isprintable() and '"' not in unit and len(unit) <= _LONGEST_UNIT
    return unit if plain and unit.lower() not in ("-", "none", "unknown", "n/a") else ""


def latin(text: str) -> str:
    """A text in ASCII letters, digits and `_`: Greek letters by their names, accents left out.

    >>> latin("Δρ.max"), latin("Größe"), latin("温度")
    ('Deltarho_max', 'Grosse', '')
    """
    plain = "".join(map(_letters, unicodedata.normalize("NFKC", text)))
    return re.sub(r"[^A-Za-z0-9]+", "_", plain).strip("_")


def _letters(character: str) -> str:
    if character in _LATIN:
        return _LATIN[character]
    described = unicodedata.name(character, "")
    greek = re.match(r"GREEK (SMALL|CAPITAL) LETTER (FINAL SIGMA|\w+)", described)
    if greek:
        name = _NAMES_OF_GREEK.get(greek[2].lower(), greek[2].lower())
        return name.capitalize() if greek[1] == "CAPITAL" else name
    return unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode() or " "


def key(name: str) -> str:
    """A name as it is looked up here: without its unit, in small letters."""
    return latin(split_unit(name)[0]).lower()


def is_time_name(name: str, unit: str) -> bool:
    """Whether a coordinate of this name and unit is time; T alone is more often a temperature."""
    word = key(name)
    if split_unit(name)[0] == "T":
        return usable_unit(unit) in SECONDS
    parts = word.split("_")
    if word in TIME or "time" in (parts[0], parts[-1]):
        return True
    return word not in SPACE and usable_unit(unit) in SECONDS


def is_space_name(name: str) -> bool:
    """Whether a name is that of a place."""
    return key(name) in SPACE


def is_sample_name(name: str) -> bool:
    """Whether a name is that of repetitions, such as run or sample_id."""
    parts = key(name).split("_")
    return parts[0] in SAMPLE or parts[-1] in SAMPLE


def is_input_name(name: str) -> bool:
    """Whether a name is that of something that is known and acts on the fields, such as a force."""
    return not INPUT.isdisjoint(key(name).split("_"))


def is_aside_name(name: str) -> bool:
    """Whether a name is that of an error, a flag or the like, and of no field."""
    return not ASIDE.isdisjoint(key(name).split("_"))

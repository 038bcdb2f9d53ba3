"""Step 2 of 3, the data: read, checked, and made into field estimates."""

from typing import TYPE_CHECKING

from pdedsl.lazy import lazily

if TYPE_CHECKING:
    from pdedsl.fields.assembly import from_mapping, read
    from pdedsl.fields.binding import Binding
    from pdedsl.fields.clock import Clock
    from pdedsl.fields.curve import Curve
    from pdedsl.fields.dataset import Dataset, Sample, ScatteredSample
    from pdedsl.fields.estimation import METHODS, estimate
    from pdedsl.fields.field_estimate import FieldEstimate
    from pdedsl.fields.grid import SamplingGrid
    from pdedsl.fields.prior import GaussianPrior

__all__ = [
    "METHODS",
    "Binding",
    "Clock",
    "Curve",
    "Dataset",
    "FieldEstimate",
    "GaussianPrior",
    "Sample",
    "SamplingGrid",
    "ScatteredSample",
    "estimate",
    "from_mapping",
    "read",
]

_HOMES = {
    "METHODS": "estimation",
    "Binding": "binding",
    "Clock": "clock",
    "Curve": "curve",
    "Dataset": "dataset",
    "FieldEstimate": "field_estimate",
    "GaussianPrior": "prior",
    "Sample": "dataset",
    "SamplingGrid": "grid",
    "ScatteredSample": "dataset",
    "estimate": "estimation",
    "from_mapping": "assembly",
    "read": "assembly",
}

__getattr__ = lazily(__name__, _HOMES)

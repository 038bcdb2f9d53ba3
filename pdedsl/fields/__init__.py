"""Step 2 of 3, the data: read, checked, and made into field estimates."""

from typing import TYPE_CHECKING

from pdedsl.lazy import lazily

if TYPE_CHECKING:
    from pdedsl.fields.binding import Binding
    from pdedsl.fields.curve import Curve
    from pdedsl.fields.dataset import Dataset, Sample, ScatteredSample
    from pdedsl.fields.estimation import METHODS, estimate
    from pdedsl.fields.field_estimate import FieldEstimate
    from pdedsl.fields.grid import SamplingGrid
    from pdedsl.fields.prior import GaussianPrior
    from pdedsl.fields.readers import from_mapping, read

__all__ = [
    "METHODS",
    "Binding",
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
    "Curve": "curve",
    "Dataset": "dataset",
    "FieldEstimate": "field_estimate",
    "GaussianPrior": "prior",
    "Sample": "dataset",
    "SamplingGrid": "grid",
    "ScatteredSample": "dataset",
    "estimate": "estimation",
    "from_mapping": "readers",
    "read": "readers",
}

__getattr__ = lazily(__name__, _HOMES)

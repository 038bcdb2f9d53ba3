"""PDE-FIND and WSINDy of the package PySINDy, where it is installed (the extra `baselines`).

What is run is what the paper says it ran: u_t as a sum of u, d_x^k(u) and u d_x^k(u), by stepwise
sparse regression (SSR) or forward orthogonal least squares (FROLS) with PySINDy's defaults: a small
ridge while terms are chosen, then plain least squares, and the number of terms by the package's
own rule; it is not told. The result is scaled to unit L1 norm where it is judged. What the paper
leaves open is set in favour of the methods:

- Columns are normalised before terms are chosen, as PySINDy's own examples of PDEs do.
- PDE-FIND: PySINDy's smoothed finite differences (Savitzky-Golay, 5 points, cubic) in time and in
  space. Over heat, Burgers and Kuramoto-Sivashinsky at 0.1, 1 and 10 % noise, six seeds, this with
  normalised columns was the best on the whole of the settings that do not lose to the paper's
  numbers anywhere.
- WSINDy: PySINDy's default subdomains, a twentieth of an axis, hold two points of these grids.
  Theirs follow the spectrum of the data instead, see `subdomains`, and there are 200 for each
  sample, 1000 if there is one sample only.
- SSR of PySINDy 2.1 gives its last model, of one term, where its rule chooses the first, of all
  terms: the list of models holds the array that is changed afterwards. The rule never chooses one
  term, so in that case all terms are fitted. Before 2.0 all terms were always kept (issue 532 of
  its repository), which may be what the paper's numbers show.

Terms that our dictionary lacks are counted in the place of their counterparts, see
`product_terms`. `wsindy-conservative` is not in the paper: WSINDy with our dictionary itself,
derivatives of u^2 moved onto the test functions as its authors do, so that no data are
differentiated.

Source: Kacprzyk, Qian, van der Schaar 2023, appendix "Benchmarks"; Rudy et al. 2017 (PDE-FIND);
Messenger, Bortz 2021, and Reinbold, Gurevich, Grigoriev 2020 (weak form); Boninsegna, Nueske,
Clementi 2018 (SSR); Billings 2013 (FROLS); Kaptanoglu et al. 2022 (PySINDy).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pdedsl.errors import PdedslError
from pdedsl.experiments import Simulation
from pdedsl.reproduce.case import Subject
from pdedsl.reproduce.product_terms import dictionary_of, over_dictionary
from pdedsl.reproduce.subdomains import half_widths

Array = NDArray[np.float64]

DEGREE = 4
"""Of WSINDy's test functions (1 - s^2)^4, PySINDy's default."""

SUBDOMAINS = 200
"""The least number of WSINDy's subdomains; each gives one integral a sample."""

INTEGRALS = 1000
"""The least number of integrals, so that one sample has more subdomains."""

_FROLS_IN_THE_PAPER = (("wsindy", "burgers"), ("wsindy", "kuramoto_sivashinsky"))


def pde_find(subject: Subject, data: Simulation, *, optimiser: str = "") -> tuple[float, ...]:
    """PDE-FIND: least squares of finite differences.

    Args:
        subject: heat, Burgers or Kuramoto-Sivashinsky, all with g = 0.
        data: its samples, on a uniform grid in t and x.
        optimiser: "ssr" or "frols", "" for the one that the paper's figure shows.

    Returns:
        P coefficients over the subject's dictionary, that of the time derivative 1.

    Raises:
        PdedslError: another problem, or no PySINDy.
    """
    order = _order(subject)
    ps = _package()
    library = ps.PDELibrary(
        function_library=ps.PolynomialLibrary(degree=1, include_bias=False),
        derivative_order=order,
        spatial_grid=data.axes[1],
        differentiation_method=ps.SmoothedFiniteDifference,
        diff_kwargs={"smoother": _smoother(0), "smoother_kws": {}},
    )
    in_time = ps.SmoothedFiniteDifference(smoother=_smoother(-2), smoother_kws={}, axis=-2)
    chosen = optimiser or _of_the_paper("pde-find", subject)
    found = _fit(_model(ps, chosen, library, in_time), _fields(data), data.axes[0])
    return _over(found, subject)


def wsindy(subject: Subject, data: Simulation, *, optimiser: str = "") -> tuple[float, ...]:
    """WSINDy: least squares of integrals over random subdomains; products of u are differentiated.

    Arguments, result and errors are those of `pde_find`. The subdomains are the same every time.
    """
    order = _order(subject)
    ps = _package()
    functions = ps.PolynomialLibrary(degree=1, include_bias=False)
    library = _weak_library(ps, data, order, functions, products=True)
    chosen = optimiser or _of_the_paper("wsindy", subject)
    found = _fit(_model(ps, chosen, library), _fields(data), data.axes[0])
    return _over(found, subject)


def wsindy_conservative(subject: Subject, data: Simulation) -> tuple[float, ...]:
    """WSINDy by SSR with our own dictionary: u^2 is a second field without an equation.

    Arguments, result and errors are those of `pde_find`.
    """
    order = _order(subject)
    ps = _package()
    functions = ps.CustomLibrary([lambda u, v: u], [lambda u, v: u])
    library = _weak_library(ps, data, order, functions, products=False)
    fields = _fields(data)
    squares = [field**2 for field in fields]
    found = _fit(_model(ps, "ssr", library), fields, data.axes[0], squares)
    return _over(found, subject)


def _package() -> Any:
    try:
        import pysindy
    except ImportError as error:
        raise PdedslError(
            "PDE-FIND and WSINDy need pysindy, which cannot be imported\n"
            '  pip install "pdedsl[baselines]"'
        ) from error
    return pysindy


def _order(subject: Subject) -> int:
    """The highest derivative in space of a problem that these methods can be put to."""
    names = tuple(name for name, _ in subject.coordinates)
    order = (len(subject.dictionary) - 2) // 2
    if (
        subject.fields != ("u",)
        or len(names) != 2
        or subject.searched
        or subject.known
        or set(subject.dictionary) != set(dictionary_of(order, *names))
    ):
        raise PdedslError(
            f"{subject.name}: PDE-FIND and WSINDy are set up for one field u of t and x with g = 0 "
            "and derivatives of u and u^2 in x\n  use them on heat, burgers and "
            "kuramoto_sivashinsky: pdedsl reproduce linear"
        )
    return order


def _fields(data: Simulation) -> list[Array]:
    """One array for each sample, shape (x, t, 1)."""
    return [sample[0].T[:, :, None] for sample in data.noisy]


def _smoother(axis: int) -> Any:
    from scipy.signal import savgol_filter

    return partial(savgol_filter, window_length=5, polyorder=3, axis=axis)


def _weak_library(ps: Any, data: Simulation, order: int, functions: Any, *, products: bool) -> Any:
    t, x = data.axes
    lengths = (float(t[-1] - t[0]), float(x[-1] - x[0]))
    in_time, in_space = half_widths(data.noisy[:, 0], lengths, DEGREE)
    with _same_draws():
        return ps.WeakPDELibrary(
            functions,
            derivative_order=order,
            spatiotemporal_grid=np.stack(np.meshgrid(x, t, indexing="ij"), axis=-1),
            include_interaction=products,
            K=max(SUBDOMAINS, INTEGRALS // len(data.noisy)),
            H_xt=[in_space, in_time],
            p=DEGREE,
        )


@contextmanager
def _same_draws() -> Iterator[None]:
    """PySINDy draws its subdomains from NumPy's global generator; it is left as it was."""
    before = np.random.get_state()  # noqa: NPY002
    np.random.seed(0)  # noqa: NPY002
    try:
        yield
    finally:
        np.random.set_state(before)  # noqa: NPY002


def _model(ps: Any, optimiser: str, library: Any, in_time: Any = None) -> Any:
    optimisers = {"ssr": ps.SSR, "frols": ps.FROLS}
    return ps.SINDy(optimisers[optimiser](normalize_columns=True), library, in_time)


def _fit(
    model: Any, fields: list[Array], t: Array, others: list[Array] | None = None
) -> dict[str, float]:
    """The coefficients of the right-hand side by the library's names, u for the field, v others."""
    import pysindy as ps

    names = ["u"] if others is None else ["u", "v"]
    model.fit(fields, t=t, u=others, feature_names=names)
    if isinstance(model.optimizer, ps.SSR) and np.count_nonzero(model.coefficients()) == 1:
        model.optimizer = ps.STLSQ(threshold=0.0, alpha=0.0)
        model.fit(fields, t=t, u=others, feature_names=names)
    values = model.coefficients()[0].tolist()
    return dict(zip(model.get_feature_names(), values, strict=True))


def _of_the_paper(method: str, subject: Subject) -> str:
    return "frols" if (method, subject.name) in _FROLS_IN_THE_PAPER else "ssr"


def _over(found: dict[str, float], subject: Subject) -> tuple[float, ...]:
    time, space = (name for name, _ in subject.coordinates)
    return over_dictionary(found, subject.dictionary, time, space)

"""The paper's problems by name: how their data are made, and what should be found in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from pdedsl.experiments import (
    burgers,
    cauchy_riemann,
    heat,
    kuramoto_sivashinsky,
    oscillator,
    sharpe_lotka_mckendrick,
    wave,
)
from pdedsl.experiments.simulation import Simulation


@dataclass(frozen=True)
class PaperMethod:
    """Settings of the paper's own search on a problem.

    Attributes:
        partition: test functions per axis, one B-spline per cell, not overlapping.
        degree: of the B-splines.
        quadrature: points per axis of the Riemann sums.
        generations: of genetic programming, 0 where g is not searched for.
    """

    partition: int = 10
    degree: int = 3
    quadrature: int = 200
    generations: int = 0


@dataclass(frozen=True)
class PaperProblem:
    """A problem of the paper with its default settings.

    Attributes:
        name: what `problems()` lists it under.
        title: the name of the equation.
        simulate: makes data from (seed, samples, points, noise).
        points: grid points per axis.
        noise_ratios: those that the paper reports on, standard deviation over the field's.
        coordinates: pairs (name, end); every range starts at 0.
        dictionary: the P terms in the language of `.pde` files.
        target_bound: shape (P,), the true coefficients, their absolute values adding up to 1.
        truth: the equation as it is usually written.
        target_free: the true g that belongs to `target_bound`, "0" if it is not searched for.
        fields: the N fields.
        samples: number of repetitions D.
        noise: the noise ratio unless another is asked for.
        method: settings of the paper's own search.
    """

    name: str
    title: str
    simulate: Callable[[int, int, int, float], Simulation]
    points: int
    noise_ratios: tuple[float, ...]
    coordinates: tuple[tuple[str, float], ...]
    dictionary: tuple[str, ...]
    target_bound: tuple[float, ...]
    truth: str
    target_free: str = "0"
    fields: tuple[str, ...] = ("u",)
    samples: int = 10
    noise: float = 0.01
    method: PaperMethod = PaperMethod()

    def run(
        self,
        seed: int = 0,
        *,
        samples: int | None = None,
        points: int | None = None,
        noise: float | None = None,
    ) -> Simulation:
        """Make the data, with the paper's setting of everything that is not given.

        Raises:
            DataError: no samples, fewer than 2 points, or a negative noise ratio.
        """
        return self.simulate(
            seed,
            self.samples if samples is None else samples,
            self.points if points is None else points,
            self.noise if noise is None else noise,
        )

    def text(self) -> str:
        """The problem as a `.pde` text without a data line."""
        ranges = (f"{name} in [0, {end:g}]" for name, end in self.coordinates)
        lines = [
            f'title "{self.title}"',
            f"coordinates {', '.join(ranges)}",
            f"fields {', '.join(self.fields)}",
            f"dictionary {{ {', '.join(self.dictionary)} }}",
            *(["grammar none"] if self.target_free == "0" else []),
            f"expect {self.truth}",
        ]
        return "\n".join(lines) + "\n"


def problems() -> Mapping[str, PaperProblem]:
    """Every problem of the paper under its name, in the paper's order; cannot be changed.

    Source: Kacprzyk, Qian, van der Schaar 2023, Table 1, Appendices E and F.
    """
    found = (*_linear_combinations(), *_closed_forms(), *_systems())
    return MappingProxyType({problem.name: problem for problem in found})


_PLANE = (("t", 2.0), ("x", 2.0))
_SQUARE = (("x", 2.0), ("y", 2.0))
_SECOND_ORDER = ("d_t(u)", "d_x(u)", "d_tt(u)", "d_tx(u)", "d_xx(u)")
_WITH_SQUARES = ("u", "d_t(u)", "d_x(u)", "d_x(u^2)", "d_xx(u)", "d_xx(u^2)")
_TO_FOURTH_ORDER = ("d_xxx(u)", "d_xxx(u^2)", "d_xxxx(u)", "d_xxxx(u^2)")
_SIX_RATIOS = (0.001, 0.005, 0.01, 0.05, 0.1, 0.2)


def _linear_combinations() -> tuple[PaperProblem, ...]:
    """The equations without a free part (Figure 3)."""
    heat_equation = PaperProblem(
        name="heat",
        title="Homogeneous heat equation",
        simulate=heat.simulate,
        points=30,
        noise_ratios=_SIX_RATIOS,
        coordinates=_PLANE,
        dictionary=_WITH_SQUARES,
        target_bound=_normalised(0, 1, 0, 0, -0.25, 0),
        truth=heat.TRUTH,
    )
    burgers_equation = PaperProblem(
        name="burgers",
        title="Burgers' equation",
        simulate=burgers.simulate,
        points=20,
        noise_ratios=_SIX_RATIOS,
        coordinates=_PLANE,
        dictionary=_WITH_SQUARES,
        target_bound=_normalised(0, 1, 0, 0.5, -0.2, 0),
        truth=burgers.TRUTH,
    )
    kuramoto_sivashinsky_equation = PaperProblem(
        name="kuramoto_sivashinsky",
        title="Kuramoto-Sivashinsky equation",
        simulate=kuramoto_sivashinsky.simulate,
        samples=1,
        points=60,
        noise_ratios=_SIX_RATIOS,
        coordinates=(("t", 100.0), ("x", 100.0)),
        dictionary=_WITH_SQUARES + _TO_FOURTH_ORDER,
        target_bound=_normalised(0, 1, 0, 0.5, 1, 0, 0, 0, 1, 0),
        truth=kuramoto_sivashinsky.TRUTH,
        method=PaperMethod(degree=5),
    )
    return heat_equation, burgers_equation, kuramoto_sivashinsky_equation


def _closed_forms() -> tuple[PaperProblem, ...]:
    """The equations whose free part is to be found (Figure 4, Tables 2 and 6, Figure 5)."""
    return _oscillator(), _population(), *_sources()


def _oscillator() -> PaperProblem:
    return PaperProblem(
        name="oscillator",
        title="Forced and damped harmonic oscillator",
        simulate=oscillator.simulate,
        points=20,
        noise_ratios=(0.001, 0.005, 0.01, 0.1, 0.2, 0.5),
        coordinates=(("t", 2.0),),
        dictionary=("d_t(u)", "d_tt(u)"),
        target_bound=_normalised(4, 1),
        target_free="-3.2*u + sin(3*t)",
        truth=oscillator.TRUTH,
        method=PaperMethod(generations=30),
    )


def _population() -> PaperProblem:
    """The paper does not say how many generations it searched here; 20 is its usual number."""
    return PaperProblem(
        name="slm",
        title="Sharpe-Lotka-McKendrick model",
        simulate=sharpe_lotka_mckendrick.simulate,
        points=20,
        noise_ratios=(0.001, 0.01),
        coordinates=(("t", 1.0), ("a", 1.0)),
        dictionary=("d_t(u)", "d_a(u)", "d_aa(u)", "d_tt(u)", "d_ta(u)"),
        target_bound=_normalised(1, 1, 0, 0, 0),
        target_free="-exp(1.5*a)*u",
        truth=sharpe_lotka_mckendrick.TRUTH,
        method=PaperMethod(partition=5, quadrature=100, generations=20),
    )


def _sources() -> tuple[PaperProblem, PaperProblem]:
    heat_source = PaperProblem(
        name="heat_source",
        title="Inhomogeneous heat equation",
        simulate=heat.simulate_with_source,
        points=30,
        noise=0.05,
        noise_ratios=(0.05, 0.1, 0.2),
        coordinates=_PLANE,
        dictionary=_SECOND_ORDER,
        target_bound=_normalised(1, 0, 0, 0, -0.25),
        target_free="exp(1.8*t)",
        truth=heat.TRUTH_WITH_SOURCE,
        method=PaperMethod(generations=20),
    )
    wave_source = PaperProblem(
        name="wave_source",
        title="Inhomogeneous wave equation",
        simulate=wave.simulate,
        points=30,
        noise_ratios=(0.001, 0.01, 0.015),
        coordinates=_PLANE,
        dictionary=_SECOND_ORDER,
        target_bound=_normalised(0, 0, 1, 0, -1),
        target_free="exp(t)*sin(3*t)",
        truth=wave.TRUTH,
        method=PaperMethod(generations=20),
    )
    return heat_source, wave_source


def _systems() -> tuple[PaperProblem, ...]:
    """One pair of fields, four dictionaries, four equations (Appendix F.2).

    The appendix prints d_y(u2) twice in the first dictionary. By analogy with the second one,
    the second occurrence is taken for d_yy(u2).
    """
    first, second, *harmonic = cauchy_riemann.TRUTH.splitlines()
    return (
        _pair("cauchy_riemann_1", ("d_x(u1)", "d_y(u2)", "d_xx(u1)", "d_yy(u2)"), first),
        _pair("cauchy_riemann_2", ("d_x(u2)", "d_y(u1)", "d_xx(u2)", "d_yy(u1)"), second),
        _harmonic("laplace_1", "u1", harmonic[0]),
        _harmonic("laplace_2", "u2", harmonic[1]),
    )


def _pair(name: str, dictionary: tuple[str, ...], truth: str) -> PaperProblem:
    sign = -1 if " - " in truth else 1
    return PaperProblem(
        name=name,
        title=f"Cauchy-Riemann equation {name[-1]}",
        simulate=cauchy_riemann.simulate,
        points=30,
        noise_ratios=(0.001, 0.01, 0.1),
        coordinates=_SQUARE,
        dictionary=dictionary,
        target_bound=_normalised(1, sign, 0, 0),
        truth=truth,
        fields=("u1", "u2"),
    )


def _harmonic(name: str, u: str, truth: str) -> PaperProblem:
    dictionary = tuple(f"{derivative}({u})" for derivative in ("d_x", "d_y", "d_xx", "d_yy"))
    equation = _pair(name, dictionary, truth)
    title = f"Laplace's equation for {u}"
    return replace(equation, title=title, target_bound=_normalised(0, 0, 1, 1))


def _normalised(*coefficients: float) -> tuple[float, ...]:
    """The same direction with absolute values adding up to 1 (all first ones are positive)."""
    norm = sum(abs(c) for c in coefficients)
    return tuple(c / norm for c in coefficients)

"""What can be made of a discovery: mathematics, tables, functions, solutions, figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import sympy

from pdedsl.errors import DataError
from pdedsl.form import Problem, VariationalReadyPDE
from pdedsl.records import Conclusion, EquationRecord, Finding, Rival

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from pandas import DataFrame

    from pdedsl.conversion import FreePart
    from pdedsl.forward import Simulation
    from pdedsl.run_fields import RunFields


class Views:
    """Ways to look at a discovery; its attributes are those of `Discovery`."""

    verdict: Conclusion
    reason: str
    specification: str
    equations: tuple[EquationRecord, ...]
    front: tuple[Rival, ...]
    findings: tuple[Finding, ...]
    residuals: str
    fields: RunFields | None

    @property
    def equation(self) -> sympy.Eq:
        """The first equation in SymPy's own derivatives.

        Raises:
            DataError: there is none.
            SpecificationError: the record's texts are not in the language.
        """
        return self.symbolic()[0]

    def symbolic(self) -> tuple[sympy.Eq, ...]:
        """All equations in SymPy's own derivatives.

        Raises:
            DataError: there are none.
            SpecificationError: the record's texts are not in the language.
        """
        problem, pdes = self._parsed()
        space = problem.space
        return tuple(pde.as_equation(space.coordinates, space.fields) for pde in pdes)

    def _parsed(self) -> tuple[Problem, list[VariationalReadyPDE]]:
        if not self.equations:
            raise DataError("no equation was found", remedy=self.reason)
        from pdedsl.language import parse, parse_equation

        specification = parse(self.specification)
        problem = specification.problem
        problems = {p.equation_name: p.problem for p in specification.parts}
        return problem, [
            parse_equation(e.text, problems.get(e.name, problem)) for e in self.equations
        ]

    def simulate(
        self,
        *,
        samples: Sequence[int] | None = None,
        until: float | None = None,
        edges: str | None = None,
        refine: int | None = None,
        time: str | None = None,
        start: str | None = None,
    ) -> Simulation:
        """The equations solved forward from each sample's measured initial state.

        Of several equations those that follow from the others are left out.

        Args:
            samples: their numbers, None for all that the run kept.
            until: to which time, in its unit; None for the last one measured. Beyond the data only
                without space, or where it is periodic.
            edges: "data" for the field estimate's values on the edges in space, or "periodic";
                None to see from the data which.
            refine: nodes for each interval of the data in space, None for enough.
            time: the coordinate that is time; None for t, time or the first.
            start: "estimate" for the field estimate at the first time, whose errors the solution
                carries on; "early" or "fit" for the state that fits best the first third of the
                data, or all. None for "estimate" in space, unless a rate of change is needed that
                was not measured, as with second derivatives in time; else "early".

        Raises:
            NoEvolutionError: the equations cannot be stepped forward, and why.
            DataError: there are none, the record has no fields, or no such sample.
            PdedslError: something that cannot be had, such as times beyond the data.
        """
        from pdedsl.forward import Wish, simulate

        problem, pdes = self._parsed()
        following = {f.name for f in self.findings if f.follows}
        each = zip(self.equations, pdes, strict=True)
        pdes = [pde for e, pde in each if e.name not in following]
        if self.fields is None:
            remedy = "run `pdedsl discover` again, and give the run folder itself"
            raise DataError("the record has no fields to start from", remedy=remedy)
        chosen = None if samples is None else tuple(samples)
        wish = Wish(chosen, until, edges, refine, time, start)
        return simulate(pdes, problem, self.fields, wish)

    def to_sympy(self, name: str | None = None) -> sympy.Eq:
        """One equation in SymPy's own derivatives: the one of this name, or the first.

        Raises:
            DataError: there is none.
            SpecificationError: the record's texts are not in the language.
        """
        return self.symbolic()[self._position(name)]

    def to_latex(self) -> str:
        """The equations as LaTeX mathematics, as `latex`."""
        return self.latex()

    def to_frame(self) -> DataFrame:
        """Terms and numbers of g as a pandas data frame, a row each.

        Columns are equation, part ("derivative" or "g"), term, coefficient, standard_error, low,
        high (the ends of the 95 % interval), unit, verdict, and follows, the sum of others that
        the equation is, if it is one. What is not known is NaN.

        Raises:
            PdedslError: pandas is not installed.
        """
        from pdedsl.conversion import frame

        verdicts = {f.name: str(f.verdict) for f in self.findings}
        verdicts = {e.name: self.verdict for e in self.equations} | verdicts
        return frame(self.equations, verdicts, {f.name: f.follows for f in self.findings})

    def to_callable(self, name: str | None = None) -> FreePart:
        """The derivative-free part g of one equation as a vectorised NumPy function.

        It takes coordinates, fields and inputs, in the order of its `arguments` or by name, as
        arrays that can be broadcast: `g(t=1.0, u=numpy.linspace(0, 1))`.

        Args:
            name: of the equation, None for the first.

        Raises:
            DataError: there is none.
            SpecificationError: the record's texts are not in the language.
        """
        from pdedsl.conversion import free_part

        problem, pdes = self._parsed()
        return free_part(problem, pdes[self._position(name)].g)

    def _position(self, name: str | None) -> int:
        names = [e.name for e in self.equations]
        if name is None or name in names:
            return 0 if name is None else names.index(name)
        remedy = f"there is {', '.join(names) or 'none'}"
        raise DataError(f"no equation {name} was found", remedy=remedy)

    def plot(self, what: str | None = None) -> Figure | dict[str, Figure]:
        """A figure to publish, as a matplotlib Figure that no state of pyplot holds.

        Args:
            what: "fields", "residuals", "noise" or "front"; None for all that can be drawn, by
                these names, which a notebook shows one below the other.

        Raises:
            PdedslError: there is no such figure, or matplotlib is not installed.
            DataError: the record does not keep what the figure needs.
        """
        from pdedsl.figures import KINDS
        from pdedsl.figures.draw import draw, missing
        from pdedsl.figures.run import subject_of
        from pdedsl.figures.shown import Figures

        subject = subject_of(self)
        if what is not None:
            return draw(what, subject)
        drawn = [kind for kind in KINDS if missing(kind, subject) is None]
        return Figures({kind: draw(kind, subject) for kind in drawn})

    def latex(self) -> str:
        """The equations as LaTeX mathematics, empty if there are none."""
        lines = [e.latex for e in self.equations]
        if len(lines) < 2:
            return "".join(lines)
        return "\\begin{gathered}\n" + " \\\\\n".join(lines) + "\n\\end{gathered}"

    def __repr__(self) -> str:
        """In a line or two, since a whole record is pages; `print` shows more."""
        texts = "; ".join(e.text for e in self.equations) or "no equation"
        return f"<Discovery {self.verdict}: {texts}>"

    def _repr_latex_(self) -> str | None:
        return f"$\\displaystyle {self.latex()}$" if self.equations else None

    def _repr_html_(self) -> str:
        from pdedsl.notebook import notebook_html

        each = {f.name: (f.verdict, _reasons(f)) for f in self.findings}
        return notebook_html((self.verdict, self.reason), self.equations, each)


def _reasons(finding: Finding) -> str:
    follows = f"follows from the others: it is {finding.follows}" if finding.follows else ""
    return "; ".join(part for part in (finding.reason, follows) if part)

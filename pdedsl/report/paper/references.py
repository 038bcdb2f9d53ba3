"""The works that a run rests on, as BibTeX."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

DCIPHER = "Kacprzyk2023"
DCODE = "Qian2022"
GAUSSIAN = "Rasmussen2006"
PROJECTION = "Golub1973"
DEAP = "Fortin2012"
SYMPY = "Meurer2017"
CVXOPT = "Andersen2023"

ENTRIES: Mapping[str, tuple[str, Mapping[str, str]]] = {
    DCIPHER: (
        "inproceedings",
        {
            "author": "Kacprzyk, Krzysztof and Qian, Zhaozhi and van der Schaar, Mihaela",
            "title": "{D-CIPHER}: Discovery of Closed-form Partial Differential Equations",
            "booktitle": "Advances in Neural Information Processing Systems",
            "volume": "36",
            "year": "2023",
        },
    ),
    DCODE: (
        "inproceedings",
        {
            "author": "Qian, Zhaozhi and Kacprzyk, Krzysztof and van der Schaar, Mihaela",
            "title": "{D-CODE}: Discovering Closed-form {ODEs} from Observed Trajectories",
            "booktitle": "International Conference on Learning Representations",
            "year": "2022",
        },
    ),
    GAUSSIAN: (
        "book",
        {
            "author": "Rasmussen, Carl Edward and Williams, Christopher K. I.",
            "title": "{Gaussian} Processes for Machine Learning",
            "publisher": "MIT Press",
            "address": "Cambridge, MA",
            "year": "2006",
        },
    ),
    PROJECTION: (
        "article",
        {
            "author": "Golub, Gene H. and Pereyra, Victor",
            "title": "The Differentiation of Pseudo-Inverses and Nonlinear Least Squares"
            " Problems Whose Variables Separate",
            "journal": "SIAM Journal on Numerical Analysis",
            "volume": "10",
            "number": "2",
            "pages": "413--432",
            "year": "1973",
        },
    ),
    DEAP: (
        "article",
        {
            "author": r"Fortin, F{\'e}lix-Antoine and De Rainville, Fran{\c{c}}ois-Michel and"
            r" Gardner, Marc-Andr{\'e} and Parizeau, Marc and Gagn{\'e}, Christian",
            "title": "{DEAP}: Evolutionary Algorithms Made Easy",
            "journal": "Journal of Machine Learning Research",
            "volume": "13",
            "pages": "2171--2175",
            "year": "2012",
        },
    ),
    SYMPY: (
        "article",
        {
            "author": "Meurer, Aaron and Smith, Christopher P. and Paprocki, Mateusz and"
            r" {\v{C}}ert{\'i}k, Ond{\v{r}}ej and Kirpichev, Sergey B. and Rocklin, Matthew and"
            " others",
            "title": "{SymPy}: Symbolic Computing in {Python}",
            "journal": "PeerJ Computer Science",
            "volume": "3",
            "pages": "e103",
            "year": "2017",
            "doi": "10.7717/peerj-cs.103",
        },
    ),
    CVXOPT: (
        "misc",
        {
            "author": "Andersen, Martin S. and Dahl, Joachim and Vandenberghe, Lieven",
            "title": "{CVXOPT}: Python Software for Convex Optimization",
            "howpublished": "cvxopt.org",
            "year": "2023",
        },
    ),
}


def bibliography(keys: Iterable[str]) -> str:
    """The entries of some keys, each once, in the order of the list above."""
    wanted = set(keys)
    return "\n".join(_entry(key) for key in ENTRIES if key in wanted)


def _entry(key: str) -> str:
    kind, fields = ENTRIES[key]
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items()]
    return "\n".join([f"@{kind}{{{key},", *lines, "}", ""])

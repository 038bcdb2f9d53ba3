"""Which runs a sweep has: every file with every setting and seed, each in a place of its own."""

import pytest
from growth_data import HEAD
from hypothesis import given
from hypothesis import strategies as st

from pdedsl.errors import PdedslError
from pdedsl.sweep.plan import plan, values_of

TEXT = (
    HEAD
    + """dictionary { d_t(u) }
"""
)


@pytest.fixture
def files(tmp_path):
    made = [tmp_path / name / "case.pde" for name in ("one", "two")]
    for file in made:
        file.parent.mkdir()
        file.write_text(TEXT)
    return made


def test_files_settings_and_seeds_are_multiplied(files, tmp_path):
    settings = {"search.length": "12, 20", "solve": "collie,exact,exact"}
    trials = plan(files, settings, 3, tmp_path / "out")
    assert len(trials) == 2 * 2 * 2 * 3
    assert len({t.folder for t in trials}) == len(trials)
    assert {t.seed for t in trials} == {0, 1, 2}
    assert trials[0].overrides == {"search.length": "12", "solve": "collie", "search.seed": "0"}
    assert trials[0].setting == "search.length=12 solve=collie"


def test_a_run_has_the_same_folder_however_it_came_about(files, tmp_path):
    whole = plan(files[:1], {"search.length": "12,20"}, 2, tmp_path)
    alone = plan(files[:1], {"search.length": "20", "search.seed": "1"}, None, tmp_path)
    assert alone[0].folder == whole[3].folder
    files[0].write_text(TEXT.replace("d_t(u)", "d_t(u), d_tt(u)"))
    changed = plan(files[:1], {"search.length": "12,20"}, 2, tmp_path)
    assert not {t.folder for t in changed} & {t.folder for t in whole}


def test_mistakes_are_of_the_run_that_has_them(files, tmp_path):
    files[0].write_text(TEXT + "solve quickly\n")
    first, second = plan([*files], {}, None, tmp_path)
    assert (first.exit_code, second.exit_code) == (2, 0)
    assert "quickly" in first.mistakes
    missing, wrong = plan([tmp_path / "none.pde", files[1]], {"search.length": "0"}, None, tmp_path)
    assert missing.exit_code == wrong.exit_code == 2


@pytest.mark.parametrize(
    ("settings", "seeds", "said"),
    [
        ({}, 0, "--seeds 0"),
        ({}, 10**9, "--seeds 1000000000"),
        ({"search.seed": "1,2"}, 3, "both say which seeds"),
        ({"search.length": ",".join(map(str, range(1, 999)))}, 999, "this sweep has 1994004 runs"),
    ],
)
def test_what_makes_no_sweep_is_refused(files, tmp_path, settings, seeds, said):
    with pytest.raises(PdedslError, match=said):
        plan(files, settings, seeds, tmp_path)


VALUES = st.from_regex(r'[a-z0-9.]{1,5}|\([0-9], ?[0-9]\)|"[a-z, ]{0,4}"', fullmatch=True)


@given(st.lists(VALUES, min_size=1, unique=True))
def test_values_are_cut_at_commas_outside_of_brackets_and_quotes(values):
    assert values_of(",".join(values)) == tuple(values)
    assert values_of(" , ".join(values)) == tuple(values)

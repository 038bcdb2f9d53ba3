"""A short run of the fuzzer finds nothing, and what is planted is found, made small and saved."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

FUZZ = Path(__file__).parents[1] / "benchmarks" / "fuzz.py"


@pytest.fixture
def fuzzing(monkeypatch):
    """The folder of the fuzzer among those that are imported from."""
    monkeypatch.syspath_prepend(str(FUZZ.parent))


def run(folder, *options):
    command = [sys.executable, str(FUZZ), "--folder", str(folder), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_short_run_finds_nothing(tmp_path):
    # Limits are those of an idle machine, doubled: others may be at work here.
    done = run(tmp_path / "found", "--texts", "120", "--seed", "0", "--seconds", "4")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "120 texts" in done.stdout
    assert not (tmp_path / "found").exists()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_a_longer_run_finds_nothing(tmp_path, seed):
    done = run(tmp_path, "--minutes", "3", "--seed", str(seed), "--seconds", "4")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.usefixtures("fuzzing")
def test_what_is_planted_is_found_once_made_small_and_saved(tmp_path, monkeypatch):
    import fuzz
    from fuzzing.worker import Limits, Outcome

    class Planted:
        """In place of a process: a text with a u in it is wrong."""

        def __init__(self, *_):
            pass

        def run(self, kind, data):
            return Outcome("planted" if b"u" in data else "")

        fresh = run

    monkeypatch.setattr(fuzz, "Worker", Planted)
    fuzzer = fuzz.Fuzzer(3, Limits(), tmp_path / "found")
    while fuzzer.counts["findings"] < 3:
        fuzzer.step()
    (path,) = fuzzer.findings.values()
    assert path.read_bytes() == b"u"
    assert path.with_suffix(".txt").read_text().startswith("planted\n")
    assert len(list((tmp_path / "found").iterdir())) == 2


@pytest.mark.usefixtures("fuzzing")
def test_a_text_over_a_limit_is_told_and_the_next_is_read():
    from fuzzing.worker import Limits, Worker

    worker = Worker(Limits(seconds=0.001))
    valid = b"coordinates t\nfields u\ndictionary { d_t(u) }\n"
    try:
        assert worker.run("text", valid).problem.startswith("more than 0.001 s in ")
        assert worker.run("text", valid).accepted
    finally:
        worker.stop()


@pytest.mark.usefixtures("fuzzing")
def test_everything_is_drawn_from_the_seed():
    from fuzzing import attacks, corpus, mutation
    from fuzzing.sentences import Sentences

    texts, made = corpus.valid(), Sentences()
    assert len(texts) > 30

    def drawn(seed):
        draw = random.Random(seed)
        return [
            [
                *(mutation.noise(draw), mutation.mutated(draw, texts), attacks.attack(draw)),
                *(made.specification(draw), made.equation(draw), attacks.equation(draw)),
            ]
            for _ in range(20)
        ]

    assert drawn(5) == drawn(5)
    assert drawn(5) != drawn(6)
    assert all(len(each) <= 100_000 for texts in drawn(7) for each in texts)


@pytest.mark.usefixtures("fuzzing")
def test_a_finding_is_made_small():
    from fuzzing.minimise import minimised

    text = b"coordinates t\nfields u\nknown { (u + 1)*sin(u) }\ndictionary { d_t(u) }\n"
    assert minimised(text, lambda data: b"sin" in data) == b"sin"
    assert minimised(text, lambda data: data.count(b"u") >= 2) == b"uu"


@pytest.mark.usefixtures("fuzzing")
def test_what_is_broken_is_told():
    from fuzzing.trial import Broken, Trial, _check_latex

    with pytest.raises(Broken, match="has the command input"):
        _check_latex(r"\input{a}")
    with pytest.raises(Broken, match="leaves a brace open"):
        _check_latex(r"\mathrm{a")
    valid = b"coordinates t\nfields u\ndictionary { d_t(u) }\nexpect d_t(u) = u\n"
    assert Trial(lambda _: None).run("text", valid).accepted
    assert not Trial(lambda _: None).run("text", b"\xff").accepted
    assert Trial(lambda _: None).run("equation", b"u_t = u_xx").accepted

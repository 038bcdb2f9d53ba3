"""The journal of a run: what it gives back, and what it refuses."""

import json
import math
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pdedsl.errors import DataError
from pdedsl.report.journal import Journal, _sum, begin, resume

OF = ("coordinates t\n", "digest")

ROWS = st.lists(st.lists(st.floats(), min_size=1, max_size=4), min_size=1, max_size=5)


def never():
    raise AssertionError("what is kept is not computed again")


def flat(rows):
    """Numbers of rows, NaN by its name so that it equals itself."""
    return [["nan" if math.isnan(x) else x for x in row] for row in rows]


def kept(path, batches):
    """A journal with these rows, each batch under names of its own."""
    journal = begin(path, *OF)
    for k, rows in enumerate(batches):
        journal(names(k, rows), lambda rows=rows: rows)
    journal.close()
    return path


def names(k, rows):
    return [f"{k}: {i}" for i in range(len(rows))]


_numbers = count()


@given(batches=st.lists(ROWS, max_size=4))
def test_every_number_comes_back_to_its_last_bit(batches, tmp_path_factory):
    path = kept(tmp_path_factory.mktemp("run") / f"{next(_numbers)}.jsonl", batches)
    again = resume(path, *OF)
    assert again.kept == len(batches)
    for k, rows in enumerate(batches):
        found = again(names(k, rows), never)
        assert flat(found) == flat(rows)
    again.close()


BATCHES = [[[0.5, math.inf], [1 / 3, math.nan]], [[1e-320]], [[-0.0, 2.0, 3.0]]]


def test_after_every_torn_end_the_rest_is_computed_and_written(tmp_path):
    whole = kept(tmp_path / "whole.jsonl", BATCHES).read_bytes()
    head = whole.index(b"\n") + 1
    for length in range(head, len(whole) + 1):
        path = tmp_path / "torn.jsonl"
        path.write_bytes(whole[:length])
        journal = resume(path, *OF)
        assert journal.kept == whole[head:length].count(b"\n")
        for k, rows in enumerate(BATCHES):
            compute = never if k < journal.kept else lambda rows=rows: rows
            journal(names(k, rows), compute)
        journal.close()
        assert path.read_bytes() == whole


def test_where_it_no_longer_fits_the_rest_is_computed_anew(tmp_path):
    path = kept(tmp_path / "run.jsonl", BATCHES)
    journal = resume(path, *OF)
    journal(names(0, BATCHES[0]), never)
    assert journal(["another"], lambda: [[7.0]]) == [[7.0]]
    assert journal(names(2, BATCHES[2]), lambda: [[8.0]]) == [[8.0]]
    journal.close()
    again = resume(path, *OF)
    assert again.kept == 3
    again(names(0, BATCHES[0]), never)
    assert again(["another"], never) == [[7.0]]
    assert again(names(2, BATCHES[2]), never) == [[8.0]]
    again.close()


@pytest.mark.parametrize(
    ("specification", "data", "what"),
    [("coordinates x\n", "digest", "text or options"), ("coordinates t\n", "other", "data")],
)
def test_a_journal_of_another_run_is_refused(tmp_path, specification, data, what):
    path = kept(tmp_path / "run.jsonl", BATCHES)
    with pytest.raises(DataError, match=f"the journal of other {what}") as caught:
        resume(path, specification, data)
    assert caught.value.where == str(path)
    assert "leave --resume out" in str(caught.value)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not json\n",
        b"[1, 2]\n",
        b'{"journal": "2"}\n',
        b'{"journal": 1, "specification": "coordinates t\\n", "data": "digest"}',
        b"[" * 100_000 + b"\n",
        b"\xff\xfe\n",
    ],
)
def test_what_is_no_journal_is_refused(tmp_path, content):
    path = tmp_path / "run.jsonl"
    path.write_bytes(content)
    with pytest.raises(DataError, match="no journal of a run"):
        resume(path, *OF)
    assert path.read_bytes() == content


def test_the_journal_of_another_version_is_refused(tmp_path):
    path = tmp_path / "run.jsonl"
    path.write_bytes(b'{"journal": 1, "specification": "", "data": ""}\n')
    with pytest.raises(DataError, match="of another version of pdedsl"):
        resume(path, *OF)


@pytest.mark.parametrize("line", [1, 2])
def test_numbers_that_were_changed_are_not_believed(tmp_path, line):
    path = kept(tmp_path / "run.jsonl", BATCHES)
    lines = path.read_bytes().splitlines(keepends=True)
    record = json.loads(lines[line])
    record["rows"][0][0] = 0.25
    lines[line] = json.dumps(record).encode() + b"\n"
    path.write_bytes(b"".join(lines))
    journal = resume(path, *OF)
    assert journal.kept == line - 1
    journal.close()


def test_a_missing_journal_is_refused(tmp_path):
    with pytest.raises(DataError, match="no such journal"):
        resume(tmp_path / "none.jsonl", *OF)


@pytest.mark.parametrize(
    "rows",
    [[["one"]], [[True]], [[10**400]], [[None]], "text", [1.0], [[[1.0]]], None, {"a": [1.0]}],
)
def test_a_line_that_holds_no_numbers_ends_it(tmp_path, rows):
    path = kept(tmp_path / "run.jsonl", BATCHES[:1])
    with path.open("ab") as stream:
        stream.write(json.dumps({"names": 1, "rows": rows, "sum": _sum(rows)}).encode() + b"\n")
    journal = resume(path, *OF)
    assert journal.kept == 1
    journal.close()


def test_a_file_that_exists_is_not_begun_again(tmp_path):
    path = kept(tmp_path / "run.jsonl", BATCHES)
    before = path.read_bytes()
    with pytest.raises(FileExistsError):
        begin(path, *OF)
    assert path.read_bytes() == before


class Full:
    """A stream on a disk that is full after some writes."""

    def __init__(self, stream, writes):
        self.stream, self.writes = stream, writes

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def write(self, line):
        self.writes -= 1
        if self.writes < 0:
            raise OSError(28, "No space left on device")
        return self.stream.write(line)


def test_a_full_disk_is_remembered_and_ends_nothing(tmp_path):
    path = kept(tmp_path / "run.jsonl", BATCHES[:1])
    journal = Journal(path, Full(path.open("r+b"), 1), (), path.stat().st_size)
    for k, rows in enumerate(BATCHES):
        assert journal(names(k, rows), lambda rows=rows: rows) is rows
    assert journal.trouble == "No space left on device"
    journal.close()
    again = resume(path, *OF)
    assert again.kept == 2
    again.close()


def test_it_is_taken_away_when_asked(tmp_path):
    path = kept(tmp_path / "run.jsonl", BATCHES)
    resume(path, *OF).close(remove=True)
    assert not path.exists()

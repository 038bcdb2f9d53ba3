"""Files: encodings, line ends, sizes, and where the grammars are found."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pdedsl.errors import SpecificationError
from pdedsl.language import parse, parse_expression, parse_file
from pdedsl.language.locate import grammars_folder, stock_grammars

TEXT = 'title "Wärme"\ncoordinates t\nfields u\ndictionary { d_t(u), d_tt(u) }\n'


def test_a_file_remembers_its_folder_but_equals_its_text(tmp_path):
    path = tmp_path / "heat.pde"
    path.write_text(TEXT, encoding="utf-8")
    specification = parse_file(path)
    assert specification == parse(TEXT)
    assert specification == parse_file(str(path))
    assert (specification.folder, specification.name) == (tmp_path, str(path))
    assert specification.source == TEXT
    assert parse(TEXT).folder is None


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\n\n  \t\n", " # comment\n"])
def test_line_ends_and_blank_lines_do_not_matter(end, tmp_path):
    path = tmp_path / "heat.pde"
    path.write_bytes(TEXT.replace("\n", end).encode("utf-8-sig"))
    assert parse_file(path) == parse(TEXT)


def test_columns_count_characters_after_a_byte_order_mark_and_tabs():
    with pytest.raises(SpecificationError) as caught:
        parse("\ufefftitel 'a'\r\n\tfild u")
    assert [(m.span.line, m.span.column) for m in caught.value.mistakes] == [(1, 1), (2, 2)]


def test_a_missing_file_names_those_beside_it(tmp_path):
    (tmp_path / "heat.pde").write_text(TEXT, encoding="utf-8")
    with pytest.raises(SpecificationError, match=r"there is no such file\n  in that folder: heat"):
        parse_file(tmp_path / "heet.pde")


def test_what_is_no_text_file_is_refused(tmp_path):
    with pytest.raises(SpecificationError, match="this is a folder"):
        parse_file(tmp_path)
    with pytest.raises(SpecificationError, match=r"cannot be read|no such file"):
        parse_file("a\0b")
    with pytest.raises(SpecificationError, match="cannot be read: File name too long"):
        parse_file("a" * 300)
    (tmp_path / "loop.pde").symlink_to("loop.pde")
    with pytest.raises(SpecificationError, match=r"leads nowhere\n  correct the link"):
        parse_file(tmp_path / "loop.pde")
    binary = tmp_path / "data.pde"
    binary.write_bytes(b'title "a"\nfields \xff\xfe\x00u')
    with pytest.raises(SpecificationError, match=r"data\.pde:2:8: byte 0xff is not UTF-8"):
        parse_file(binary)
    binary.write_bytes(b"#" * 500_000)
    with pytest.raises(SpecificationError, match="more than 100,000 characters"):
        parse_file(binary)


def test_symbols_of_an_expression_are_all_that_it_may_use():
    with pytest.raises(SpecificationError, match="x is not declared"):
        parse_expression("x", [])
    assert parse_expression("2 +\n 3", []) == 5


@pytest.mark.parametrize("place", ["inside", "beside"])
def test_grammars_are_found_in_a_package_and_in_a_checkout(place, tmp_path):
    package = tmp_path / "pdedsl"
    package.mkdir()
    there = package / "grammars" if place == "inside" else tmp_path / "grammars"
    shutil.copytree(grammars_folder(), there)
    assert grammars_folder(package) == there


def test_without_grammars_the_error_says_where_they_were_sought(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"pde\.lark in none of"):
        grammars_folder(tmp_path / "pdedsl")


def test_the_folder_of_grammars_holds_both_kinds():
    assert {path.name for path in grammars_folder().glob("*.lark")} == {
        "pde.lark",
        "expression.lark",
    }
    assert {"elementary", "polynomial"} <= stock_grammars().keys()
    assert all(isinstance(path, Path) for path in stock_grammars().values())

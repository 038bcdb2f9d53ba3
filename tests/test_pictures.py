"""The pictures of the pages: they can be drawn again, are small, and each is shown."""

import re
import runpy
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"
SHOWN = re.compile(r"!\[[^\]]+\]\((?:docs/)?pictures/(\w+)\.svg\)")
LARGEST = 70_000


def test_pictures_can_be_drawn_again_and_each_is_shown(tmp_path):
    runpy.run_path(str(DOCS / "make_pictures.py"))["write"](tmp_path)
    made = {path.stem: path for path in tmp_path.iterdir()}
    kept = {path.stem: path for path in (DOCS / "pictures").glob("*.svg")}
    pages = [DOCS.parent / "README.md", *DOCS.glob("*.md")]
    shown = {name for page in pages for name in SHOWN.findall(page.read_text(encoding="utf-8"))}
    assert made.keys() == kept.keys() == shown
    for path in (*made.values(), *kept.values()):
        text = path.read_text(encoding="utf-8")
        assert text.rstrip().endswith("</svg>")
        assert len(text.encode()) < LARGEST
        assert not re.search(r"(?:href|url\()\W*https?:", text)

"""The documentation site: built without a warning and without a network, and read without one."""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pdedsl

HOME = Path(__file__).parents[1]
BUILD = """
import socket, sys
def refuse(*_):
    raise OSError("the site is built without a network")
socket.socket.connect = socket.create_connection = socket.getaddrinfo = refuse
from sphinx.cmd.build import main
sys.exit(main(sys.argv[1:]))
"""
LOADED = {"script": "src", "link": "href", "img": "src", "iframe": "src", "source": "src"}
LOADED |= {"object": "data", "embed": "src", "video": "src", "audio": "src", "use": "href"}


class Page(HTMLParser):
    """The names that a page gives to its places, where it links to, and what it loads."""

    def __init__(self, path):
        super().__init__()
        self.path, self.places, self.links, self.loaded = path, set(), set(), set()
        self.formulas = 0
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.places |= {given.get("id"), given.get("name")} - {None}
        self.formulas += tag == "math"
        if tag == "a" and given.get("href"):
            self.links.add(given["href"])
        if given.get(LOADED.get(tag)):
            self.loaded.add(given[LOADED[tag]])


def built(folder):
    """The pages of a site built as strictly as can be."""
    strict = ["-W", "--keep-going", "-n", "-q"]
    command = [sys.executable, "-c", BUILD, *strict, str(HOME / "docs"), str(folder)]
    environment = {**os.environ, "PYTHONPATH": str(HOME)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return {path: Page(path) for path in sorted(folder.rglob("*.html"))}


def broken(pages):
    """Links within the site that lead nowhere."""
    for page in pages.values():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = local(page, parts) if parts.path else page.path
            place = unquote(parts.fragment)
            known = pages[target].places if target in pages else {place}
            if not target.is_file() or (place and place not in known):
                yield page.path.name, link


def loaded_from_elsewhere(pages):
    """What pages and their style sheets load that is no file of the site."""
    for page in pages.values():
        for name in page.loaded:
            parts = urlsplit(name)
            inside = parts.scheme == "data" or not (parts.scheme or parts.netloc)
            if not inside or (parts.path and not parts.scheme and not local(page, parts).is_file()):
                yield page.path.name, name
    for sheet in next(iter(pages)).parent.rglob("*.css"):
        text = sheet.read_text(encoding="utf-8")
        for found in re.finditer(r"(?:url\(\s*['\"]?|@import\s+['\"])([^'\")]+)", text):
            if re.match(r"(?:[a-z]+:)?//", found[1]):
                yield sheet.name, found[1]


def local(page, parts):
    """The file of the site that an address on a page means."""
    return (page.path.parent / unquote(parts.path)).resolve()


def test_the_site_is_whole_and_needs_no_network(tmp_path):
    pages = built(tmp_path / "site")
    names = {path.stem for path in pages}
    assert {page.stem for page in (HOME / "docs").glob("*.md")} <= names
    assert not list(broken(pages))
    assert not list(loaded_from_elsewhere(pages))
    assert pages[tmp_path / "site" / "how_it_works.html"].formulas > 3
    colours = (tmp_path / "site" / "tour.html").read_text(encoding="utf-8")
    assert re.search(r'highlight-pde.*?<span class="k">coordinates</span>', colours, re.S)


def test_links_to_nowhere_and_what_comes_from_elsewhere_are_noticed(tmp_path):
    (tmp_path / "a.html").write_text(
        '<a href="b.html#there"></a><a href="b.html#gone"></a><a href="c.html"></a>'
        '<script src="https://cdn.example/x.js"></script><img src="//cdn.example/y.png">'
        '<link href="site.css" rel="stylesheet"><img src="data:,">'
    )
    (tmp_path / "b.html").write_text('<p id="there"></p><a href="https://example.org"></a>')
    (tmp_path / "site.css").write_text("@import 'https://fonts.example/css'; p { color: red }")
    pages = {path: Page(path) for path in sorted(tmp_path.glob("*.html"))}
    assert {link for _, link in broken(pages)} == {"b.html#gone", "c.html"}
    assert {name for _, name in loaded_from_elsewhere(pages)} == {
        "https://cdn.example/x.js",
        "//cdn.example/y.png",
        "https://fonts.example/css",
    }


def test_every_public_name_is_in_the_reference():
    page = (HOME / "docs" / "api.md").read_text(encoding="utf-8")
    assert set(pdedsl.__all__) <= set(re.findall(r"^\.\. auto\w+:: pdedsl\.(\w+)$", page, re.M))

"""Whether a path leads to a file that can be read, before anything opens it."""

from __future__ import annotations

from pathlib import Path

from pdedsl.errors import DataError
from pdedsl.fields.arrays import listed, nearest
from pdedsl.fields.readers.content import Content, content_of
from pdedsl.fields.readers.registry import FORMATS, SUFFIXES, Format, format_of

LARGEST_FILE = 2**30  # bytes
LONGEST_PATH = 160  # characters, in messages
_NAME_ONE = "name a data file: " + ", ".join(each.suffixes[0] for each in FORMATS)


def checked_format(file: Path) -> Format:
    """The format of a file that is there.

    Raises:
        DataError: no such file, a folder or device, an empty or too large one, or a type of file
            that is not read; the nearest name that is there is offered.
    """
    try:
        found = _checked(file)
        size = file.stat().st_size
    except (OSError, ValueError) as error:
        raise DataError(
            f"no such file can be there: {getattr(error, 'strerror', None) or error}",
            where="file",
            remedy=_NAME_ONE,
        ) from error
    if found.folder:
        return found
    if size == 0:
        raise DataError("the file is empty", where="file", remedy="make or copy it anew")
    if size > LARGEST_FILE:
        raise DataError(
            f"the file has {size / 2**30:.1f} GiB",
            where="file",
            remedy="store the part that is needed, or every second point",
        )
    _check_content(file, found)
    return found


def _check_content(file: Path, found: Format) -> None:
    """Refuse a file whose content is another one than its name says.

    Raises:
        DataError: it is, or it cannot be read.
    """
    try:
        content = content_of(file)
    except OSError as error:
        remedy = "check whether you may read it"
        message = f"cannot be read: {error.strerror or error}"
        raise DataError(message, where="file", remedy=remedy) from error
    if content is None or set(content.suffixes) & set(found.suffixes):
        return
    raise DataError(
        f"the name says {found.name}, but this seems to be {content.name}",
        where="file",
        remedy=_as_it_is(file, content),
    )


def _as_it_is(file: Path, content: Content) -> str:
    """What to do with a file of such a content."""
    if not content.suffixes:
        return content.remedy
    bare = Path(file.name)
    return "name it " + " or ".join(shown_path(bare.with_suffix(s)) for s in _suggested(content))


def _suggested(content: Content) -> list[str]:
    """The first suffix of each format that it may have, two at most."""
    formats = dict.fromkeys(format_of(Path(f"a{suffix}")) for suffix in content.suffixes)
    return [each.suffixes[0] for each in formats if each is not None][:2]


def shown_path(file: Path) -> str:
    """The path as messages have it, the middle left out where it is very long."""
    text = "".join(c if c.isprintable() else "?" for c in str(file))
    return text if len(text) <= LONGEST_PATH else f"{text[:60]}...{text[-60:]}"


def _checked(file: Path) -> Format:
    if file.is_symlink() and not file.exists():
        remedy = "correct the link, or name the file itself"
        raise DataError("this is a link that leads nowhere", where="file", remedy=remedy)
    if not file.exists():
        raise DataError("no such file", where="file", remedy=_where_instead(file))
    found = format_of(file)
    if not (file.is_dir() if found is not None and found.folder else file.is_file()):
        what = "a folder" if file.is_dir() else "a file" if file.is_file() else "a device or pipe"
        wanted = "folder" if found is not None and found.folder else "file"
        raise DataError(f"this is {what}, not a {wanted}", where="file", remedy=_NAME_ONE)
    if found is None:
        content = content_of(file) if file.stat().st_size else None
        raise DataError(
            f"files of type {file.suffix[:20] or '(none)'} are not read"
            + (f"; this seems to be {content.name}" if content else ""),
            where="file",
            remedy=_as_it_is(file, content)
            if content
            else "store the data in one of " + ", ".join(SUFFIXES),
        )
    return found


def _where_instead(file: Path) -> str:
    folder = file.parent
    if not folder.is_dir():
        return f"there is no folder {shown_path(folder)}"
    here = sorted(f.name for f in folder.iterdir() if f.suffix.lower() in SUFFIXES)
    guess = nearest(file.name, here)
    if guess:
        return f"did you mean {guess}?"
    return f"data files in {shown_path(folder)}: {listed(here) or '-'}"

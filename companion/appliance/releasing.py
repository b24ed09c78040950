"""`himiki release`: for whoever makes releases, here or in a fork: keys, signed archives, whose one is."""

import argparse
import hashlib
import subprocess
import sys
import time
from collections.abc import Callable
from getpass import getpass
from pathlib import Path
from typing import Final

from companion.appliance.archive import UpdateError, unpacked
from companion.appliance.release import version_of
from companion.appliance.signing import (
    OWN_KEYS,
    SHIPPED_KEYS,
    PublicKey,
    SecretKey,
    SignatureError,
    make_keys,
    signature_of,
    trusted_keys,
    verify,
)
from vision.files import replace_file

_CHECKOUT: Final = Path(__file__).parents[2]
_KEYS: Final = SHIPPED_KEYS.relative_to(_CHECKOUT)
_NONE_YET: Final = "**There is none yet.**"
"""How the paragraph of the keys' README begins that goes with the first of them."""
_HEADING: Final = "|---|---|---|---|\n"
_LONGEST_HOLDER: Final = 60


class ReleaseError(Exception):
    """No release was made; the text says what to do."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--checkout", type=Path, default=_CHECKOUT, metavar="DIR", help="whose releases (this folder's)"
    )
    what = parser.add_subparsers(metavar="key|make|sign|check", required=True)
    key = what.add_parser("key", help="once: a pair of keys, of which the public one ships with the program")
    key.add_argument("folder", type=Path, metavar="DIR", help="for the secret one: on no machine that builds")
    key.add_argument("--holder", required=True, metavar="NAME", help="who keeps it, for all to read")
    key.set_defaults(work=_key)
    make = what.add_parser(
        "make", help="the archive of what is committed, signed, and looked at as a table does"
    )
    make.add_argument("--out", type=Path, default=Path(), metavar="DIR", help="(this folder)")
    make.set_defaults(work=_make)
    sign = what.add_parser("sign", help="an archive that is there already")
    sign.add_argument("archive", type=Path)
    sign.set_defaults(work=_sign)
    for each in (make, sign):
        each.add_argument("--key", type=Path, required=True, metavar="FILE", help="the secret one")
    check = what.add_parser("check", help="who has signed an archive; nothing of it is unpacked")
    check.add_argument("archive", type=Path)
    check.add_argument("--key", type=Path, metavar="FILE.pub", help="(those that this machine trusts)")
    check.set_defaults(work=_check)


def run(options: argparse.Namespace) -> int:
    try:
        work: Callable[[argparse.Namespace], None] = options.work
        work(options)
    except (ReleaseError, SignatureError, UpdateError) as fault:
        print(f"himiki release: {fault}", file=sys.stderr)
        return 1
    return 0


def _key(options: argparse.Namespace) -> None:
    holder = options.holder.strip()
    if not holder or len(holder) > _LONGEST_HOLDER or "|" in holder or not holder.isprintable():
        raise ReleaseError(f"--holder is a name of at most {_LONGEST_HOLDER} letters, on one line, without |")
    checkout = options.checkout.resolve()
    if options.folder.resolve().is_relative_to(checkout):
        raise ReleaseError(
            f"{options.folder} is within the checkout, where a secret is soon shipped: another"
        )
    password = _asked("A password for it (none where you press Enter): ")
    if password != _asked("Once more: "):
        raise ReleaseError("these were two passwords: nothing was made")
    secret, public = make_keys(options.folder, password)
    shipped = checkout / _KEYS / f"{public.name.lower()}.pub"
    replace_file(shipped, public.text())
    readme = shipped.with_name("README.md")
    day = time.strftime("%Y-%m-%d", time.gmtime())
    row = f"| `{shipped.name}` | `{public.name}` | {holder} | {day} |\n"
    replace_file(readme, _with_row(readme.read_text(encoding="utf-8"), row))
    print(
        f"{secret}: the secret half. Keep it, and a copy that hangs on no network; tell nobody its password"
    )
    print(f"{_KEYS / shipped.name}, {_KEYS / readme.name}: commit both. Tables with them take what it signs")
    print(f"{public.name}: its number, for a second person to hear over another way and compare")


def _with_row(told: str, row: str) -> str:
    paragraphs = [each for each in told.split("\n\n") if not each.startswith(_NONE_YET)]
    table, heading, rest = "\n\n".join(paragraphs).partition(_HEADING)
    if not heading:
        raise ReleaseError(f"{_KEYS}/README.md has no table of keys: take it from the release before")
    return f"{table}{heading}{row}{rest}"


def _make(options: argparse.Namespace) -> None:
    checkout = options.checkout.resolve()
    if _git(checkout, "status", "--porcelain"):
        raise ReleaseError(
            "something is not committed, and would be missing in the release: commit it, or not"
        )
    version = version_of(checkout)
    head, tag = _git(checkout, "rev-parse", "HEAD"), f"v{version}"
    made = _git(checkout, "tag", "--list", tag) and _git(checkout, "rev-parse", f"{tag}^{{commit}}")
    if made and made != head:
        raise ReleaseError(f"{version} was made already, of {made[:9]}: raise the version in pyproject.toml")
    key = _secret(options.key)
    shipped = trusted_keys((checkout / _KEYS,))
    if key.public not in shipped:
        raise ReleaseError(
            f"{_KEYS} has no key {key.public.name}, and no table would take the release after this one: "
            "`himiki release key` puts one there, and `himiki release sign` signs for who trusts you anyhow"
        )
    name = f"himiki-{version}"
    options.out.mkdir(parents=True, exist_ok=True)
    archive = options.out / f"{name}.tar.gz"
    _git(checkout, "archive", f"--prefix={name}/", "-o", str(archive.resolve()), head)
    signature = key.sign(archive, f"{name} {time.strftime('%Y-%m-%d', time.gmtime())} {head}")
    with unpacked(archive, shipped):
        pass  # As a table does that runs this release: what it would refuse is no release.
    print(f"{archive}\n{signature}\nsha256 {_sha256(archive)}, of {head[:9]}")
    print(f"Then: git tag {tag} {head[:9]}, and both files to where releases are fetched from")


def _sign(options: argparse.Namespace) -> None:
    key = _secret(options.key)
    if not options.archive.is_file():
        raise ReleaseError(f"{options.archive} is not there: name an archive")
    print(key.sign(options.archive, f"{options.archive.name} {time.strftime('%Y-%m-%d', time.gmtime())}"))
    if key.public not in trusted_keys((options.checkout / _KEYS,)):
        print(
            f"but {_KEYS} has no such key: tables take it only where its .pub file lies in their {OWN_KEYS}",
            file=sys.stderr,
        )


def _check(options: argparse.Namespace) -> None:
    keys = trusted_keys() if options.key is None else [PublicKey.read(options.key)]
    if not options.archive.is_file():
        raise ReleaseError(f"{options.archive} is not there: name an archive")
    told = verify(options.archive, signature_of(options.archive), keys)
    print(f"{options.archive.name} is signed by a key that is trusted; it is called: {told}")


def _secret(path: Path) -> SecretKey:
    try:
        return SecretKey.read(path, lambda: _asked(f"The password of {path.name}: "))
    except OSError as fault:
        raise ReleaseError(f"{path} cannot be read ({fault.strerror}): name the secret key's file") from None


def _asked(prompt: str) -> str:
    """At a terminal unseen; a program tells it in a line."""
    return getpass(prompt) if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")


def _git(checkout: Path, *command: str) -> str:
    try:
        done = subprocess.run(
            ["git", "-C", str(checkout), *command], capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        raise ReleaseError("git is missing: a release is made of what is committed") from None
    if done.returncode:
        raise ReleaseError(f"git {command[0]}: {done.stderr.strip() or 'it failed'}")
    return done.stdout.strip()


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, hashlib.sha256).hexdigest()

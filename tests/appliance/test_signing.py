"""A release is unpacked, and its program started, only where somebody trusted has signed exactly that."""

import gzip
import io
import struct
import tarfile
import zipfile
from pathlib import Path

import pytest

from companion.appliance import archive as archives
from companion.appliance.archive import UpdateError, unpacked
from companion.appliance.signing import (
    SHIPPED_KEYS,
    SIGNATURE,
    PublicKey,
    SecretKey,
    SignatureError,
    make_keys,
    verify,
)

Keys = tuple[SecretKey, list[PublicKey]]


def release(folder: Path, *, zipped: bool = False) -> Path:
    files = {"himiki": "#!/bin/sh\n", "pyproject.toml": "", "companion/x.py": "", "systemd/x.service": ""}
    path = folder / ("release.zip" if zipped else "release.tar.gz")
    if zipped:
        with zipfile.ZipFile(path, "w") as out:
            for name, text in files.items():
                out.writestr(f"himiki-9/{name}", text)
        return path
    with tarfile.open(path, "w:gz") as packed:
        for name, text in files.items():
            member = tarfile.TarInfo(f"himiki-9/{name}")
            member.size = len(text)
            packed.addfile(member, io.BytesIO(text.encode()))
    return path


@pytest.fixture
def keys(tmp_path: Path) -> Keys:
    return pair(tmp_path / "keys")


def pair(folder: Path) -> Keys:
    secret, public = make_keys(folder)
    return SecretKey.read(secret, no_password), [public]


def no_password() -> str:
    raise AssertionError("it has none, and is asked for")


@pytest.mark.parametrize("zipped", [False, True])
def test_what_a_trusted_key_has_signed_is_unpacked(tmp_path: Path, keys: Keys, zipped: bool) -> None:
    path = release(tmp_path, zipped=zipped)
    keys[0].sign(path, "release 9")
    with unpacked(path, keys[1]) as folder:
        assert (folder / "himiki").read_text(encoding="ascii") == "#!/bin/sh\n"


def test_nothing_is_unpacked_of_what_nobody_has_signed(
    tmp_path: Path, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = release(tmp_path)
    monkeypatch.setattr(archives, "_ON_DISK", tmp_path)
    with pytest.raises(UpdateError, match="minisig is missing"), unpacked(path, keys[1]):
        pass
    with unpacked(path) as folder:
        assert (folder / "himiki").exists()


def test_a_signature_of_another_key_or_archive_is_none(tmp_path: Path, keys: Keys) -> None:
    path = release(tmp_path)
    other, _ = pair(tmp_path / "others")
    other.sign(path, "release 9")
    with pytest.raises(UpdateError, match="does not trust"), unpacked(path, keys[1]):
        pass
    made = keys[0].sign(path, "release 9")
    path.write_bytes(path.read_bytes() + b"\0")
    with pytest.raises(UpdateError, match="no signature of this archive"), unpacked(path, keys[1]):
        pass
    assert made.name.endswith(SIGNATURE)


def test_what_is_said_of_a_release_is_signed_too(tmp_path: Path, keys: Keys) -> None:
    path = release(tmp_path)
    made = keys[0].sign(path, "release 9")
    assert verify(path, made, keys[1]) == "release 9"
    made.write_text(made.read_text().replace("release 9", "release 8"), encoding="ascii")
    with pytest.raises(SignatureError):
        verify(path, made, keys[1])


@pytest.mark.parametrize(
    "text", ["", "\n\n\n\n", "a\n!!\ntrusted comment: \n=\n", "a\nRWQ=\ntrusted comment: x\nRWQ=\n"]
)
def test_what_is_no_signature_is_refused_in_a_sentence(tmp_path: Path, keys: Keys, text: str) -> None:
    path = release(tmp_path)
    (tmp_path / f"{path.name}{SIGNATURE}").write_text(text, encoding="ascii")
    with pytest.raises(UpdateError, match="is not taken"), unpacked(path, keys[1]):
        pass


def test_what_minisign_itself_has_signed_is_read(tmp_path: Path) -> None:
    (tmp_path / "test").write_text("test", encoding="ascii")
    (tmp_path / "own.pub").write_text(
        "untrusted comment: public key\nRWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3\n",
        encoding="ascii",
    )
    (tmp_path / "test.minisig").write_text(
        "untrusted comment: signature from minisign secret key\n"
        "RUQf6LRCGA9i559r3g7V1qNyJDApGip8MfqcadIgT9CuhV3EMhHoN1mGTkUidF/z7SrlQgXdy8ofjb7bNJJylDOocrCo8KLzZwo=\n"
        "trusted comment: timestamp:1633700835\tfile:test\tprehashed\n"
        "wLMDjy9FLAuxZ3q4NlEvkgtyhrr0gtTu6KC4KBJdITbbOeAi1zBIYo0v4iTgt8jJpIidRJnp94ABQkJAgAooBQ==\n",
        encoding="ascii",
    )
    keys = [PublicKey.read(tmp_path / "own.pub")]
    assert verify(tmp_path / "test", tmp_path / "test.minisig", keys).startswith("timestamp:1633700835")
    (tmp_path / "test").write_text("tess", encoding="ascii")
    with pytest.raises(SignatureError):
        verify(tmp_path / "test", tmp_path / "test.minisig", keys)


def test_of_every_key_that_is_shipped_it_is_said_who_holds_it() -> None:
    told = (SHIPPED_KEYS / "README.md").read_text(encoding="utf-8")
    rows = [
        [cell.strip() for cell in line.strip("| ").split("|")]
        for line in told.splitlines()
        if line.startswith("| `")
    ]
    assert all(len(row) == 4 and all(row) for row in rows)
    shipped = {(f"`{path.name}`", PublicKey.read(path).name) for path in SHIPPED_KEYS.glob("*.pub")}
    assert {(name, key.strip("`")) for name, key, _, _ in rows} == shipped
    assert ("There is none yet" in told) == (not shipped)


def test_where_no_key_is_trusted_nothing_signed_is_taken_and_it_is_said(tmp_path: Path, keys: Keys) -> None:
    path = release(tmp_path)
    keys[0].sign(path, "release 9")
    with pytest.raises(UpdateError, match=r"no key is trusted here.*/etc/himiki/keys"), unpacked(path, []):
        pass


def test_a_secret_key_is_its_owners_and_is_never_made_twice(tmp_path: Path) -> None:
    secret, _ = make_keys(tmp_path)
    assert secret.stat().st_mode & 0o077 == 0
    with pytest.raises(SignatureError, match="already"):
        make_keys(tmp_path)


def test_a_secret_key_is_read_with_its_password_alone(tmp_path: Path) -> None:
    secret, public = make_keys(tmp_path, "a word of it")
    assert SecretKey.read(secret, lambda: "a word of it").public == public
    for wrong in ("", "another word"):
        with pytest.raises(SignatureError, match="not its password"):
            SecretKey.read(secret, lambda wrong=wrong: wrong)  # type: ignore[misc]


@pytest.mark.parametrize(
    "content", [b"", b"12\n", b"no number\n-----BEGIN PRIVATE KEY-----\n", b"\xff\n\xff"]
)
def test_what_is_no_secret_key_is_refused_in_a_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "release.key"
    path.write_bytes(content)
    with pytest.raises(SignatureError, match="secret key"):
        SecretKey.read(path, no_password)


def tar_of(path: Path, *members: tarfile.TarInfo) -> Path:
    with gzip.open(path, "wb", compresslevel=1) as packed:
        for member in members:
            packed.write(member.tobuf())
        packed.write(bytes(1024))
    return path


def large_member(size: int) -> tarfile.TarInfo:
    member = tarfile.TarInfo("himiki-9/large")
    member.size = size
    return member


def long_header(size: int) -> tarfile.TarInfo:
    member = large_member(size)
    member.type = tarfile.XHDTYPE
    return member


def many(count: int) -> list[tarfile.TarInfo]:
    return [tarfile.TarInfo(f"himiki-9/{number}") for number in range(count)]


def test_an_archive_that_would_grow_too_large_is_refused(tmp_path: Path) -> None:
    for count, members in enumerate(
        ([large_member(600 * 1024**2)], [long_header(8 * 1024**2)], many(20_001)), start=1
    ):
        path = tar_of(tmp_path / f"{count}.tar.gz", *members)
        with pytest.raises(UpdateError, match=r"no release"), unpacked(path):
            pass


def test_a_zip_with_too_many_names_is_refused_before_they_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "many.zip"
    with zipfile.ZipFile(path, "w") as out:
        for number in range(20_001):
            out.writestr(str(number), b"")
    with pytest.raises(UpdateError, match="20000 files"), unpacked(path):
        pass
    few = release(tmp_path, zipped=True)
    content = few.read_bytes()
    at = content.rfind(b"PK\5\6")
    swollen = content[: at + 12] + struct.pack("<I", 2**31) + content[at + 16 :]
    few.write_bytes(swollen)

    def read(*_: object) -> None:
        raise AssertionError("its names were read")

    monkeypatch.setattr(zipfile, "ZipFile", read)
    with pytest.raises(UpdateError, match="more files"), unpacked(few):
        pass

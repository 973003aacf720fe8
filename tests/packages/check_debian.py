# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests the .deb packages in POSTRIDER_PACKAGES in a small Debian, by `./dev packages --test`. Needs root.

debootstrap makes the tree once (POSTRIDER_DEBIAN, else /var/tmp/postrider-debian-RELEASE); tests use a copy.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import TOP, listed

PACKAGES = Path(os.environ.get("POSTRIDER_PACKAGES") or TOP / "build" / "packages")
RELEASE = os.environ.get("POSTRIDER_RELEASE") or "bookworm"
BASE = Path(os.environ.get("POSTRIDER_DEBIAN") or f"/var/tmp/postrider-debian-{RELEASE}")
# A package of a former version, from which the boot test upgrades; if unset, from the same version.
FORMER = os.environ.get("POSTRIDER_FORMER_DEB")
# Packages that the machine has before ours is installed; libpam-systemd is for sessions of users.
INCLUDED = "systemd,systemd-sysv,libpam-systemd,dbus,curl,ca-certificates"
BOOT_SECONDS = 400


def package(name: str) -> Path:
    """The one .deb of that package."""
    found = [path for path in PACKAGES.glob("*.deb") if path.name.startswith(f"{name}_")]
    assert len(found) == 1, f"{len(found)} packages {name} in {PACKAGES}; run ./dev packages"
    return found[0]


def inside(tree: Path, *command: str) -> str:
    """Runs a command in the tree, with /proc and without our environment; returns its output."""
    script = 'mount -t proc proc "$0/proc"; exec chroot "$0" "$@"'
    clean = [
        "env",
        "-i",
        "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
        "DEBIAN_FRONTEND=noninteractive",
        "LC_ALL=C",
    ]
    kept = [f"{name}={value}" for name, value in os.environ.items() if name.lower().endswith("_proxy")]
    done = subprocess.run(
        [*clean, *kept, "unshare", "--mount", "sh", "-c", script, str(tree), *command],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


def raised(original: Path, target: Path) -> Path:
    """Builds the same package with the next revision, for an upgrade."""
    folder = target.parent / "unpacked"
    subprocess.run(["dpkg-deb", "-R", str(original), str(folder)], check=True)
    control = folder / "DEBIAN" / "control"
    text = re.sub(
        r"^(Version: .*-)(\d+)$",
        lambda m: f"{m[1]}{int(m[2]) + 1}",
        control.read_text(),
        flags=re.M,
    )
    assert text != control.read_text()
    control.write_text(text)
    subprocess.run(["dpkg-deb", "-b", "-Zgzip", str(folder), str(target)], check=True, capture_output=True)
    shutil.rmtree(folder)
    return target


def base() -> Path:
    """The small Debian; it is made if it is missing."""
    if not (BASE / "made").exists():
        shutil.rmtree(BASE, ignore_errors=True)
        subprocess.run(
            ["debootstrap", "--variant=minbase", f"--include={INCLUDED}", RELEASE, str(BASE)],
            check=True,
        )
        (BASE / "made").touch()
    return BASE


@pytest.fixture(scope="module")
def tree() -> Iterator[Path]:
    """A copy in which apt has installed the service's package and its dependencies."""
    copy = BASE.with_name(f"{BASE.name}-test")
    shutil.rmtree(copy, ignore_errors=True)
    subprocess.run(["cp", "-a", str(base()), str(copy)], check=True)
    shutil.copy("/etc/resolv.conf", copy / "etc/resolv.conf")
    packages = copy / "packages"
    packages.mkdir()
    shutil.copy(FORMER or package("postrider"), packages / "first.deb")
    shutil.copy(package("postrider-tray"), packages / "tray.deb")
    raised(package("postrider"), packages / "second.deb")
    inside(copy, "apt-get", "update", "-q")
    inside(copy, "apt-get", "install", "-q", "-y", "--no-install-recommends", "/packages/first.deb")
    yield copy
    shutil.rmtree(copy, ignore_errors=True)


def owned(tree: Path, name: str) -> set[str]:
    """The package's files according to dpkg, named as in installed-files.txt."""
    paths = (line.strip() for line in inside(tree, "dpkg", "-L", name).splitlines())
    files = (path for path in paths if path.startswith("/") and not (tree / path.lstrip("/")).is_dir())
    return {path.removeprefix("/usr/").lstrip("/") for path in files}


def test_package_has_the_listed_files(tree: Path) -> None:
    assert owned(tree, "postrider") == listed("postrider", "debian")


def test_key_and_data_are_closed(tree: Path) -> None:
    key = tree / "etc/postrider/master.key"
    assert (key.stat().st_mode & 0o777, key.stat().st_uid, key.stat().st_size) == (0o600, 0, 32)
    assert inside(tree, "stat", "-c", "%U %G %a", "/var/lib/postrider").split() == [
        "postrider",
        "postrider",
        "700",
    ]
    assert "/nologin" in inside(tree, "getent", "passwd", "postrider")


def test_drivers_of_both_databases_are_there(tree: Path) -> None:
    """They are loaded at run time, so no tool finds the dependency."""
    names = {path.name for path in tree.glob("usr/lib/*/qt6/plugins/sqldrivers/*.so")}
    assert {"libqsqlite.so", "libqsqlpsql.so"} <= names
    assert list(tree.glob("usr/lib/*/libsecret-1.so.0"))
    # The driver of PostgreSQL is loaded, and reports what its library says.
    settings = tree / "root/postgresql.conf"
    settings.write_text(
        "data_dir = /root/data\ndatabase_wait = 1\ndatabase_url = postgresql://postrider@127.0.0.1:1/postrider\n"
    )
    with pytest.raises(AssertionError, match="port 1 failed: Connection refused"):
        inside(tree, "postriderd", "--config", "/root/postgresql.conf", "user", "list")


def test_all_libraries_are_found(tree: Path) -> None:
    assert "not found" not in inside(tree, "ldd", "/usr/bin/postriderd")
    assert inside(tree, "postriderd", "--version").startswith("postriderd ")


def test_service_is_enabled(tree: Path) -> None:
    """Checked before the boot, because the first boot of a system enables all services."""
    assert (tree / "etc/systemd/system/multi-user.target.wants/postriderd.service").is_symlink()


def test_conffile_is_known(tree: Path) -> None:
    assert "/etc/postrider/postrider.conf" in inside(tree, "dpkg-query", "-W", "-f", "${Conffiles}", "postrider")
    status = inside(tree, "dpkg", "--verify", "postrider")
    assert status == "", "a file differs from what the package has"


def test_installed_service_works_under_systemd(tree: Path) -> None:
    if shutil.which("systemd-nspawn") is None:
        pytest.fail("systemd-nspawn is missing: apt-get install systemd-container")
    check = tree / "check"
    check.mkdir()
    shutil.copy(Path(__file__).parent / "booted.sh", check / "booted.sh")
    (tree / "etc/systemd/system/check.service").write_text(
        "[Unit]\nAfter=multi-user.target\n[Service]\nType=oneshot\nExecStart=/bin/bash /check/booted.sh\n"
        "[Install]\nWantedBy=default.target\n"
    )
    inside(tree, "systemctl", "enable", "check.service")
    # Boots in a mount namespace with its own tree of control groups.
    script = (
        "mount --make-rprivate /; umount -l /sys/fs/cgroup 2>/dev/null; mount -t cgroup2 none /sys/fs/cgroup; "
        'exec systemd-nspawn --quiet --keep-unit --register=no -D "$0" --private-network -b'
    )
    environment = os.environ | {"SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"}
    with (check / "console").open("wb") as console:
        subprocess.run(["unshare", "--mount", "sh", "-c", script, str(tree)], env=environment, timeout=BOOT_SECONDS,
                       stdin=subprocess.DEVNULL, stdout=console, stderr=subprocess.STDOUT)  # fmt: skip
    log = (check / "log").read_text(errors="replace") if (check / "log").exists() else ""
    console_text = (check / "console").read_text(errors="replace")[-3000:]
    lines = (check / "result").read_text().splitlines() if (check / "result").exists() else []
    steps = re.findall(r"^step '([^']+)'", (check / "booted.sh").read_text(), re.MULTILINE)
    assert lines == [f"ok {name}" for name in steps] + ["END"], f"{lines}\n{log}\n{console_text}"
    print("\n".join(lines))
    print("\n".join(line for line in log.splitlines() if line.startswith("exposure")))


def test_companion_installs_and_is_removed(tree: Path) -> None:
    """Runs after the boot, in which the service was purged and installed again."""
    inside(tree, "apt-get", "install", "-q", "-y", "--no-install-recommends", "/packages/tray.deb")
    assert owned(tree, "postrider-tray") == listed("postrider-tray", "debian-tray")
    assert "not found" not in inside(tree, "ldd", "/usr/bin/postrider-tray")
    assert inside(tree, "postrider-tray", "--version").startswith("postrider-tray ")
    inside(tree, "dpkg", "-P", "postrider-tray")
    assert not list(tree.glob("usr/share/**/*postrider-tray*"))

# SPDX-License-Identifier: GPL-3.0-or-later
"""The installed files are those that installed-files.txt lists, and they match each other."""

import configparser
import re
import stat
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import TOP, Staged, install, listed, need

LANGUAGES = {path.stem.partition("_")[2] for path in (TOP / "translations").glob("*.ts")} - {"en"}


def test_everything_is_installed_and_nothing_else(staged: Staged) -> None:
    assert staged.files() == listed("postrider", "postrider-tray", "licence")


@pytest.mark.parametrize("component", ["postrider", "postrider-tray", "debian", "debian-tray", "licence"])
def test_component_has_its_files(tmp_path: Path, component: str) -> None:
    assert install(tmp_path, "--component", component).files() == listed(component)


def test_modes_let_everybody_read_and_nobody_write(staged: Staged) -> None:
    programs = {"bin/postriderd", "bin/postrider-tray", "libexec/postrider/make-key"}
    for name in staged.files():
        mode = stat.S_IMODE(staged.path(name).stat().st_mode)
        assert mode == (0o755 if name in programs else 0o644), name


def test_no_placeholder_and_no_path_of_the_build_is_left(staged: Staged) -> None:
    for name in staged.files():
        content = staged.path(name).read_bytes()
        if b"\0" in content or name.endswith((".gz", ".svg")):
            continue
        text = content.decode()
        assert not re.search(r"@CMAKE_|@PROJECT_", text), name
        assert str(TOP) not in text, name


def test_installed_configuration_is_accepted(staged: Staged, run: Callable[..., str]) -> None:
    shown = run("postriderd", "config", "--config", str(staged.path("etc/postrider/postrider.conf")))
    assert "data_dir = /var/lib/postrider\n" in shown


def test_existing_configuration_is_kept(tmp_path: Path) -> None:
    configuration = install(tmp_path, "--component", "postrider").path("etc/postrider/postrider.conf")
    configuration.write_text("listen = 127.0.0.1:9000\n")
    assert install(tmp_path, "--component", "postrider").files() == listed("postrider")
    assert configuration.read_text() == "listen = 127.0.0.1:9000\n"


def test_desktop_entry_names_what_is_installed(staged: Staged) -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment, method-assign]
    entry.read(staged.path("share/applications/postrider-tray.desktop"))
    keys = entry["Desktop Entry"]
    assert staged.path(f"bin/{keys['Exec'].split()[0]}").exists()
    icons = {name for name in staged.files() if f"/apps/{keys['Icon']}." in name}
    assert {f"share/icons/hicolor/{size}/apps" for size in ("48x48", "scalable")} <= {
        name.rpartition("/")[0] for name in icons
    }
    for language in LANGUAGES:
        for key in ("GenericName", "Comment", "Keywords"):
            assert f"{key}[{language}]" in keys


def test_icons_have_the_size_of_their_folder(staged: Staged) -> None:
    for name in staged.files():
        if size := re.search(r"/(\d+)x\1/apps/.*\.png$", name):
            head = staged.path(name).read_bytes()[:24]
            assert head[:8] == b"\x89PNG\r\n\x1a\n"
            assert int.from_bytes(head[16:20], "big") == int.from_bytes(head[20:24], "big") == int(size[1])


def test_description_for_software_centres_speaks_all_languages(staged: Staged) -> None:
    root = ET.parse(staged.path("share/metainfo/org.postrider.tray.metainfo.xml")).getroot()
    name = "{http://www.w3.org/XML/1998/namespace}lang"
    wanted = {language.replace("_", "-") for language in LANGUAGES} | {None}
    assert {summary.get(name) for summary in root.iter("summary")} == wanted
    for tag in ("p", "li"):
        texts = [element.get(name) for element in root.iter(tag)]
        assert all(texts.count(language) == texts.count(None) for language in wanted)
    launched = root.findtext("launchable")
    assert staged.path(f"share/applications/{launched}").exists()
    version = re.search(r"project\(Postrider VERSION ([\d.]+)", (TOP / "CMakeLists.txt").read_text())
    newest = root.find("releases/release")
    assert version and newest is not None and newest.get("version") == version[1]


def test_desktop_entry_is_valid(staged: Staged) -> None:
    path = staged.path("share/applications/postrider-tray.desktop")
    done = subprocess.run([need("desktop-file-validate"), str(path)], capture_output=True, text=True)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_description_for_software_centres_is_valid(staged: Staged) -> None:
    path = staged.path("share/metainfo/org.postrider.tray.metainfo.xml")
    done = subprocess.run([need("appstreamcli"), "validate", "--no-net", str(path)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout

# SPDX-License-Identifier: GPL-3.0-or-later
"""Files for macOS, Flatpak and hosted CI, which cannot be built here: well formed, and match the project."""

import json
import plistlib
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import TOP, need

INSTALLERS = TOP / "installers"
WORKFLOWS = sorted((TOP / ".github" / "workflows").glob("*.yml"))
VERSION = re.search(r"project\(Postrider VERSION ([\d.]+)", (TOP / "CMakeLists.txt").read_text())[1]  # type: ignore[index]


def plist(name: str) -> dict[str, Any]:
    text = (INSTALLERS / "macos" / name).read_text().replace("@PROJECT_VERSION@", VERSION)
    value: dict[str, Any] = plistlib.loads(text.encode())
    return value


def source(name: str) -> str:
    return (TOP / name).read_text()


def test_bundle_speaks_the_languages_of_the_tray() -> None:
    texts = {path.stem.partition("_")[2] for path in (TOP / "translations").glob("postrider-tray_*.ts")}
    assert set(plist("Info.plist.in")["CFBundleLocalizations"]) == texts


def test_bundle_names_its_program_icon_and_version() -> None:
    keys = plist("Info.plist.in")
    assert "add_executable(postrider-tray" in source("tray/CMakeLists.txt")
    assert keys["CFBundleExecutable"] == "postrider-tray"
    assert (INSTALLERS / "icons" / keys["CFBundleIconFile"]).exists()
    assert keys["CFBundleShortVersionString"] == keys["CFBundleVersion"] == VERSION
    assert keys["LSUIElement"] is True
    assert keys["CFBundleURLTypes"][0]["CFBundleURLSchemes"] == ["mailto"]


def test_launch_agent_has_the_label_that_the_tray_starts() -> None:
    agent = plist("org.postrider.postriderd.plist")
    assert f"gui/%1/{agent['Label']}" in source("tray/session/servicestarter.cpp")
    assert agent["ProgramArguments"][1:] == ["serve", "--desktop"]
    assert agent["LimitLoadToSessionType"] == "Aqua"
    assert agent["Umask"] == 0o077 and agent["HardResourceLimits"] == {"Core": 0}


def test_no_exception_from_the_hardened_runtime_is_asked_for() -> None:
    assert plist("entitlements.plist") == {}


def test_script_of_the_disk_image_is_sound() -> None:
    script = INSTALLERS / "macos" / "make-dmg.sh"
    done = subprocess.run([need("shellcheck"), script], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    for name in re.findall(r"\$here/([\w.-]+\.plist)", script.read_text()):
        assert (script.parent / name).exists()


def test_icons_hold_the_usual_sizes() -> None:
    ico = (INSTALLERS / "icons" / "postrider.ico").read_bytes()
    count = int.from_bytes(ico[4:6], "little")
    assert {ico[6 + 16 * at] or 256 for at in range(count)} == {16, 24, 32, 48, 64, 128, 256}
    icns = (INSTALLERS / "icons" / "postrider.icns").read_bytes()
    assert icns[:4] == b"icns" and int.from_bytes(icns[4:8], "big") == len(icns)
    at, widths = 8, set()
    while at < len(icns):
        size = int.from_bytes(icns[at + 4 : at + 8], "big")
        image = icns[at + 8 : at + size]
        assert image[:8] == b"\x89PNG\r\n\x1a\n"
        widths.add(int.from_bytes(image[16:20], "big"))
        at += size
    assert widths == {16, 32, 64, 128, 256, 512}


def test_resource_of_windows_programs_compiles(tmp_path: Path) -> None:
    windres = need("x86_64-w64-mingw32-windres")
    text = source("installers/windows/version.rc.in").replace("@PROJECT_SOURCE_DIR@", str(TOP))
    for name, value in zip(("MAJOR", "MINOR", "PATCH"), VERSION.split(".")):
        text = text.replace(f"@PROJECT_VERSION_{name}@", value)
    text = text.replace("@PROJECT_VERSION@", VERSION)
    text = text.replace("@program@", "postriderd").replace("@description@", "Postrider")
    assert "@" not in text
    (tmp_path / "one.rc").write_text(text)
    subprocess.run([windres, tmp_path / "one.rc", tmp_path / "one.o"], check=True)
    assert VERSION.encode("utf-16-le") in (tmp_path / "one.o").read_bytes()


def test_flatpak_builds_the_program_that_it_starts() -> None:
    path = INSTALLERS / "flatpak" / "org.postrider.tray.yml"
    manifest = yaml.safe_load(path.read_text())
    assert manifest["id"] == path.stem
    assert f"<id>{path.stem}</id>" in source("installers/linux/org.postrider.tray.metainfo.xml")
    assert (INSTALLERS / "linux" / manifest["rename-desktop-file"]).exists()
    assert manifest["command"] == manifest["rename-icon"] == "postrider-tray"
    ours = manifest["modules"][-1]
    assert (path.parent / ours["sources"][0]["path"]).resolve() == TOP
    options = set(re.findall(r"POSTRIDER_\w+", source("CMakeLists.txt")))
    given = [option[2:].partition("=")[0] for option in ours["config-opts"]]
    assert {option for option in given if option.startswith("POSTRIDER_")} <= options
    # The sandbox has no access to files and to the whole session bus.
    assert not [word for word in manifest["finish-args"] if "filesystem" in word or "socket=session" in word]


def test_flatpak_manifest_is_one_for_its_builder() -> None:
    path = INSTALLERS / "flatpak" / "org.postrider.tray.yml"
    if shutil.which("flatpak-builder") is None:
        pytest.skip("flatpak-builder is not installed")  # needs many packages for one check
    done = subprocess.run(["flatpak-builder", "--show-manifest", path], capture_output=True, text=True)
    assert done.returncode == 0 and "Unknown property" not in done.stderr, done.stderr
    assert len(json.loads(done.stdout)["modules"]) == len(yaml.safe_load(path.read_text())["modules"])


def test_vcpkg_lists_what_is_looked_for() -> None:
    manifest = json.loads(source("vcpkg.json"))
    assert manifest["version"] == VERSION
    entries = [{"name": entry} if isinstance(entry, str) else entry for entry in manifest["dependencies"]]
    features = {entry["name"]: entry.get("features", []) for entry in entries}
    names = set(features)
    assert names >= {
        "openssl",
        "pkgconf",
        "qcoro",
        "qtbase",
        "qthttpserver",
        "qtkeychain-qt6",
        "uchardet",
        "zstd",
    }
    assert names >= {"qttools", "qtwebsockets"}  # qttools for lrelease; Qt HttpServer looks for qtwebsockets
    assert set(features["qtbase"]) >= {
        "network",
        "openssl",
        "sql-sqlite",
        "sql-psql",
        "testlib",
        "widgets",
    }
    assert re.fullmatch(r"[0-9a-f]{40}", manifest["builtin-baseline"])


def runs(workflow: dict[str, Any]) -> str:
    """Every command of a workflow."""
    return "\n".join(step.get("run", "") for job in workflow["jobs"].values() for step in job["steps"])


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflow_is_bounded_and_may_only_read(path: Path) -> None:
    workflow = yaml.safe_load(path.read_text())
    assert workflow["permissions"] == {"contents": "read"}
    assert set(workflow[True]) == {"push", "pull_request"}  # in YAML 1.1 the key `on` is the value true
    for job in workflow["jobs"].values():
        assert job["timeout-minutes"] <= 240
        for step in job["steps"]:
            assert ("run" in step) != ("uses" in step)
            assert step.get("uses", "actions/x@v4").startswith("actions/")


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflow_names_files_that_exist(path: Path) -> None:
    text = runs(yaml.safe_load(path.read_text()))
    named = re.findall(r"(?<![\w/.-])(?:\./dev|\.ci/run|(?:installers|tests)/[\w./*-]+)", text)
    for name in named:
        assert list(TOP.glob(name.removeprefix("./"))), name
    assert named


def test_workflows_build_test_and_package_on_three_systems() -> None:
    text = {path.stem: runs(yaml.safe_load(path.read_text())) for path in WORKFLOWS}
    assert set(text) == {"linux", "macos", "windows"}
    assert ".ci/run" in text["linux"] and "./dev packages" in text["linux"]
    for system, package in (("macos", "make-dmg.sh"), ("windows", "windows/make.py")):
        assert "ctest" in text[system] and package in text[system]


def test_commands_of_workflows_are_sound(tmp_path: Path) -> None:
    for path in WORKFLOWS:
        workflow = yaml.safe_load(path.read_text())
        for job in workflow["jobs"].values():
            if job.get("defaults", {}).get("run", {}).get("shell") == "pwsh":
                continue
            for step in job["steps"]:
                script = re.sub(r"\$\{\{.*?\}\}", "value", step.get("run", "true"))
                file = tmp_path / "step.sh"
                file.write_text(f"#!/bin/bash\nset -e\n{script}\n")
                done = subprocess.run([need("shellcheck"), file], capture_output=True, text=True)
                assert done.returncode == 0, f"{path.name}: {done.stdout}"

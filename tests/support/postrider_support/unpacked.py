# SPDX-License-Identifier: GPL-3.0-or-later
"""Servers whose packages conflict with installed ones: unpacked by ./dev, run from a copy."""

import os
import shutil
import signal
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any

from postrider_support.dovecot_settings import mail_owner
from postrider_support.waiting import scaled, wait_until

_ROOT = Path(os.environ.get("POSTRIDER_SERVERS") or Path(__file__).parents[3] / "build/servers")


def unpacked(name: str) -> Path | None:
    """The folder into which `./dev` has unpacked this server; None if it has not."""
    path = _ROOT / name
    return path if (path / ".complete").exists() else None


class Tree:
    """A copy of an unpacked server in `directory`, to which the mail user has access."""

    def __init__(self, name: str, directory: Path) -> None:
        source = unpacked(name)
        assert source, f"{name} is not unpacked in {_ROOT}; run ./dev servers"
        self.path = directory / "tree"
        for part in ("usr", "lib"):
            if (source / part).exists() and not (self.path / part).exists():
                shutil.copytree(
                    source / part,
                    self.path / part,
                    symlinks=True,
                    ignore=shutil.ignore_patterns("doc", "man", "locale", "icu", "include"),
                )
        roots = [self.path / "usr/lib", self.path / "lib"]
        libraries = [
            one for root in roots for one in (root, *root.glob("*")) if one.is_dir() and any(one.glob("*.so*"))
        ]
        plugins = [*self.path.glob("usr/lib/*/sasl2")] or [*Path("/usr/lib").glob("*/sasl2")]
        self.variables = {
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            "LD_LIBRARY_PATH": ":".join(str(one) for one in libraries),
            "SASL_PATH": ":".join(str(one) for one in plugins),
        }

    def program(self, path: str) -> str:
        """The whole path of a program, for example `usr/sbin/saslauthd`."""
        return str(self.path / path)


class Daemon:
    """One program in the foreground, in a session of its own, until `stop()`.

    `as_mail_user`: if the tests run as root, it runs with the rights of the mail user.
    """

    def __init__(self, output: Path, as_mail_user: bool) -> None:
        self._output = output
        self._as_mail_user = as_mail_user
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, command: list[str], variables: dict[str, str], directory: Path) -> None:
        """Starts the program and returns at once; see `running`."""
        assert self._process is None, "it runs already"
        switch: dict[str, Any] = {}
        if os.geteuid() == 0 and self._as_mail_user:
            owner = mail_owner()
            switch = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
        with self._output.open("ab") as output:
            self._process = subprocess.Popen(
                command,
                cwd=directory,
                env=variables,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
                **switch,
            )

    @property
    def running(self) -> bool:
        """Whether the program runs."""
        return self._process is not None and self._process.poll() is None

    def stop(self, seconds: float = 10) -> None:
        """Ends it, and then kills all that is left of its session."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(seconds)
        finally:
            try:
                os.killpg(self._process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            self._process.wait(scaled(10))
            self._process = None

    def log(self) -> str:
        """What it wrote."""
        return self._output.read_text(errors="replace") if self._output.exists() else ""


def give(directory: Path) -> None:
    """If the tests run as root, makes the mail user the owner of everything in it."""
    if os.geteuid() == 0:
        owner = mail_owner()
        subprocess.run(["chown", "-R", f"{owner.pw_uid}:{owner.pw_gid}", str(directory)], check=True)


class Saslauthd:
    """The password checker of Cyrus SASL on a socket of its own: asks an IMAP server at `port`.

    With it a server offers SCRAM, which needs stored secrets; only PLAIN and LOGIN can work.
    """

    def __init__(self, tree: Tree, directory: Path, port: int) -> None:
        directory.mkdir(parents=True, exist_ok=True)
        self._tree = tree
        self._directory = directory
        self._port = port
        self._daemon = Daemon(directory / "output", as_mail_user=True)
        self.socket = directory / "mux"

    def start(self) -> None:
        """Returns when its socket exists."""
        give(self._directory)
        self._daemon.start(
            [
                self._tree.program("usr/sbin/saslauthd"),
                "-d",
                "-n",
                "1",
                "-a",
                "rimap",
                "-O",
                f"127.0.0.1/{self._port}",
                "-m",
                str(self._directory),
            ],
            self._tree.variables,
            self._directory,
        )
        wait_until(self._ready, 15, "saslauthd")

    def stop(self) -> None:
        """Ends it."""
        self._daemon.stop()

    def log(self) -> str:
        """What it wrote."""
        return self._daemon.log()

    def _ready(self) -> bool:
        assert self._daemon.running, f"saslauthd did not start:\n{self.log()}"
        return self.socket.exists()


class Running:
    """`with` for servers that have start() and stop()."""

    def start(self) -> None:
        raise NotImplementedError

    def stop(self) -> None:
        raise NotImplementedError

    def __enter__(self) -> Any:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

# SPDX-License-Identifier: GPL-3.0-or-later
"""The example configuration has each key with its default, and the program refuses wrong settings."""

import re
import subprocess
from pathlib import Path

import pytest
from postrider_support import Service
from postrider_support.service import program

EXAMPLE = Path(__file__).parents[2] / "installers" / "common" / "postrider.conf"
# Keys without a fixed default: it depends on the machine, or nothing is set.
EXAMPLES_ONLY = {
    "data_dir", "database_url", "attachments_dir", "web_dir", "tls_cert", "tls_key", "public_url", "allowed_hosts",
    "trusted_proxies", "cors_origins", "visibility", "mail.extra_ca", "mail.nameserver", "push.allowed_networks",
    "webhooks.allowed_networks", "push.subject", "oauth.allowed_networks", "unsubscribe.allowed_networks",
    "images.allowed_networks", "log.file", "s3.url", "s3.bucket", "s3.access_key", "database_pool_url",
}  # fmt: skip


def in_force() -> dict[str, str]:
    """The settings that `postriderd config` prints without a configuration file."""
    text = subprocess.run([program(), "config"], check=True, capture_output=True, text=True).stdout
    pairs = (line.partition(" = ") for line in text.splitlines())
    return {name.strip(): value for name, _, value in pairs}


def documented() -> dict[str, str]:
    """The keys and values of the example, which has them as comments."""
    keys: dict[str, str] = {}
    section = ""
    for line in EXAMPLE.read_text().splitlines():
        if header := re.fullmatch(r"\[(\w+)\]", line):
            section = f"{header[1]}."
        elif pair := re.fullmatch(r"#(\w+) = (.*)", line):
            assert section + pair[1] not in keys
            keys[section + pair[1]] = pair[2]
    return keys


def test_example_names_every_key() -> None:
    assert set(documented()) == set(in_force())


def test_example_shows_the_defaults() -> None:
    shown = {key: value for key, value in documented().items() if key not in EXAMPLES_ONLY}
    assert shown == {key: value for key, value in in_force().items() if key not in EXAMPLES_ONLY}


def test_example_is_accepted_as_it_is(tmp_path: Path) -> None:
    with Service(tmp_path, arguments=("--config", str(EXAMPLE))) as service:
        assert service.client().get("/health").ok()["status"] == "ok"


@pytest.mark.parametrize(
    ("config", "named"),
    [
        ({"limits.bodies": "1"}, "limits.bodies"),
        ({"listen": "somewhere"}, "listen"),
        ({"visibility": "all"}, "visibility"),
        ({"sync.poll_interval": "often"}, "sync.poll_interval"),
        ({"tls_cert": "/nowhere.pem"}, "tls_key"),
    ],
)
def test_wrong_settings_stop_the_start(tmp_path: Path, config: dict[str, str], named: str) -> None:
    service = Service(tmp_path, config=config)
    assert service.run_to_end() == 2
    assert named in service.log()


def test_unknown_option_stops_the_start(tmp_path: Path) -> None:
    service = Service(tmp_path, arguments=("--frobnicate",))
    assert service.run_to_end() == 2
    assert "--frobnicate" in service.log()


def test_unknown_variable_is_one_warning(tmp_path: Path) -> None:
    with Service(tmp_path, environment={"POSTRIDER_PORT": "tcp://10.0.0.1:80"}) as service:
        assert service.log().count("POSTRIDER_PORT") == 1

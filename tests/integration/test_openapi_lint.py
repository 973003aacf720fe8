# SPDX-License-Identifier: GPL-3.0-or-later
"""The description follows the rules of OpenAPI 3.1 and ours, and the linter finds violations."""

import json
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from conftest import need
from postrider_support import npm
from postrider_support.waiting import scaled

SOURCE = Path(__file__).parents[2] / "resources" / "openapi" / "openapi.json"
RULES = Path(__file__).parents[1] / "support" / "openapi" / "rules.yaml"


@pytest.fixture(scope="module", autouse=True)
def linter() -> None:
    need(npm.available(), "npm")
    npm.install()


def findings(file: Path) -> Counter[str]:
    """How often each rule is broken, warnings and hints too."""
    program = npm.FOLDER / "node_modules" / "@stoplight" / "spectral-cli" / "dist" / "index.js"
    command = ["node", str(program), "lint", "--ruleset", str(RULES), "--format", "json"]
    done = subprocess.run([*command, str(file)], capture_output=True, text=True, timeout=scaled(240))
    assert done.stdout.lstrip().startswith("["), done.stdout + done.stderr
    found: list[dict[str, Any]] = json.JSONDecoder().raw_decode(done.stdout.lstrip())[0]
    for one in found:
        print(one["code"], "/".join(map(str, one["path"])), one["message"])
    return Counter(one["code"] for one in found)


def test_description_keeps_to_all_rules() -> None:
    assert findings(SOURCE) == Counter()


def test_linter_finds_what_is_wrong(tmp_path: Path) -> None:
    wrong = json.loads(SOURCE.read_text())
    listed = wrong["paths"]["/mails"]["get"]
    listed["operationId"], listed["tags"] = "mails", ["nothing"]
    listed["parameters"][0].pop("example")
    listed["responses"]["200"]["content"]["application/json"]["example"]["data"]["page"] = "one"
    wrong["components"]["schemas"]["Mail"].pop("description")
    wrong["components"]["schemas"]["Mail"]["properties"]["isRead"].pop("description")
    wrong["components"]["schemas"]["Unused"] = {
        "type": "object",
        "description": "x",
        "examples": [{}],
    }
    wrong["paths"]["/auth/me"]["get"]["responses"].pop("500")
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps(wrong))
    assert set(findings(file)) >= {
        "operation-id-is-a-function-name",
        "operation-tag-defined",
        "parameter-example",
        "oas3-valid-media-example",
        "schema-explained",
        "field-explained",
        "oas3-unused-component",
        "operation-has-errors",
    }

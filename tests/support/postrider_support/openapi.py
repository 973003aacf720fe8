# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks answers against the OpenAPI 3.1 description that the service itself serves."""

import re
from typing import Any


class OpenApi:
    """`document` is the parsed description. AssertionError says what does not fit."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self._routes = [
            (_pattern(self._base() + path), item) for path, item in document["paths"].items()
        ]
        self._validators: dict[int, Any] = {}

    def check(self, method: str, path: str, status: int, body: Any) -> None:
        """Status and JSON must be as described; a request that is not described must fail."""
        operation = self._operation(method, path)
        if operation is None:
            assert status in (
                400,
                401,
                404,
                405,
                421,
            ), f"{method} {path} is not described and answers {status}"
            return
        response = operation["responses"].get(str(status)) or operation["responses"].get("default")
        assert response is not None, f"{method} {path}: status {status} is not described"
        schema = (
            self._resolved(response).get("content", {}).get("application/json", {}).get("schema")
        )
        if schema is None or body is None:
            return
        errors = sorted(
            self._validator(schema).iter_errors(body), key=lambda error: list(error.path)
        )
        assert not errors, f"{method} {path} {status}: {_first(errors)}"

    def described(self) -> set[tuple[str, str]]:
        """All (METHOD, path template) pairs, for tests that want every operation visited."""
        verbs = {"get", "post", "put", "delete", "patch"}
        return {
            (verb.upper(), path)
            for path, item in self.document["paths"].items()
            for verb in item
            if verb in verbs
        }

    def _base(self) -> str:
        servers = self.document.get("servers") or [{"url": ""}]
        return str(servers[0]["url"]).rstrip("/")

    def _operation(self, method: str, path: str) -> dict[str, Any] | None:
        # A literal path wins over one with parameters, as the OpenAPI specification says.
        found = [item for pattern, item in self._routes if pattern.fullmatch(path)]
        literal = [item for pattern, item in self._routes if pattern.pattern == re.escape(path)]
        for item in literal + found:
            if method.lower() in item:
                operation: dict[str, Any] = item[method.lower()]
                return operation
        return None

    def _resolved(self, node: dict[str, Any]) -> dict[str, Any]:
        while "$ref" in node:
            target: Any = self.document
            for step in node["$ref"].removeprefix("#/").split("/"):
                target = target[step.replace("~1", "/").replace("~0", "~")]
            node = target
        return node

    def _validator(self, schema: dict[str, Any]) -> Any:
        import jsonschema  # only here: the other helpers run without it

        if id(schema) not in self._validators:
            resolver = jsonschema.RefResolver.from_schema(self.document)
            self._validators[id(schema)] = jsonschema.Draft202012Validator(
                schema, resolver=resolver
            )
        return self._validators[id(schema)]


def _pattern(path: str) -> re.Pattern[str]:
    parts = re.split(r"\{[^}]*\}", path)
    return re.compile("[^/]+".join(re.escape(part) for part in parts))


def _first(errors: list[Any]) -> str:
    where = "/".join(str(step) for step in errors[0].absolute_path)
    return f"at {where or 'the top'}: {errors[0].message}"

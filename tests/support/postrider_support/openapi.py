# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks answers and events against the OpenAPI 3.1 description that the service itself serves."""

import re
from collections.abc import Iterator
from typing import Any

import jsonschema

VERBS = ("get", "put", "post", "delete", "patch")


class OpenApi:
    """`document` is the parsed description. Checks raise AssertionError and name what does not match.

    What is not described is an error: such a path may only answer 404, such a method only 405, and a
    status or a field that the description does not have is refused.
    """

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self._base = (document.get("servers") or [{"url": ""}])[0]["url"].rstrip("/")
        self._routes = [(_pattern(self._base_of(item) + path), item) for path, item in document["paths"].items()]
        self._errors = {row["code"]: row for row in document["x-error-codes"]}
        self._events = document["paths"]["/mails/stream"]["get"]["x-events"]
        self._error = document["components"]["schemas"]["Error"]
        self._resolver = jsonschema.RefResolver.from_schema(document)
        self._validators: dict[int, Any] = {}  # by id() of the schema, which the document keeps

    def check(self, method: str, path: str, status: int, headers: dict[str, str], body: Any) -> None:
        """Checks one answer: `headers` with lower case names, `body` the parsed JSON or None."""
        where = f"{method} {path} {status}"
        _check_headers(where, status, headers)
        if method == "OPTIONS" and status == 204:
            return
        item = self._item(path)
        if item is None:
            self._check_error(where, status, headers, body, (40400, *self._any_time()), method)
        elif method.lower() not in item and not (method == "HEAD" and "get" in item):
            self._check_error(where, status, headers, body, (40500, *self._any_time()), method)
            self._check_allow(where, status, headers, item)
        else:
            operation = item["get" if method == "HEAD" else method.lower()]
            self._check_described(where, operation, status, headers, body, method)

    def check_event(self, name: str, data: Any, identifier: int | None) -> None:
        """Checks one event of the stream."""
        assert name in self._events, f"the event {name} is not described: {data!r}"
        described = self._events[name]
        if described["durable"]:
            # mail.updated is transient while a first import stores bodies.
            assert identifier is not None or name == "mail.updated", f"the event {name} has no id"
        # A resync is durable if the database lost changes; the id of `connected` is where a client continues.
        elif name not in ("resync", "connected"):
            assert identifier is None, f"the event {name} is transient and has the id {identifier}"
        self._validate(f"event {name}", described["data"], data)

    def check_request(self, method: str, path: str, query: dict[str, str], body: Any) -> None:
        """Checks a request: the operation exists and takes these query parameters and this JSON body.

        `path` includes the path of the server; values of `query` are text, as they are sent.
        """
        where = f"{method} {path}"
        item = self._item(path)
        assert item is not None and method.lower() in item, f"{where}: there is no such operation"
        operation = item[method.lower()]
        known = {one["name"]: one["schema"] for one in operation.get("parameters", []) if one["in"] == "query"}
        for name, text in query.items():
            assert name in known, f"{where}: there is no parameter {name}"
            self._validate(f"{where}?{name}", known[name], self._read(known[name], text))
        required = {
            one["name"] for one in operation.get("parameters", []) if one["in"] == "query" and one.get("required")
        }
        assert required <= set(query), f"{where}: without {required - set(query)}"
        described = operation.get("requestBody", {})
        if body is None:
            assert not described.get("required"), f"{where}: without a body"
            return
        schema = described["content"]["application/json"]["schema"]
        self._validate(where, schema, body)
        fields = set(self._resolved(schema).get("properties", {}))
        assert set(body) <= fields, f"{where}: there are no fields {set(body) - fields}"

    def check_call(self, event: str, headers: dict[str, str], body: Any) -> None:
        """Checks a call to a webhook receiver: `headers` with lower case names, `body` the parsed JSON."""
        described = self.document["webhooks"][event]["post"]
        for one in described.get("parameters", []):
            assert one["name"] in headers or not one["required"], f"call {event}: no {one['name']}"
            if one["name"] in headers:
                self._validate(f"call {event} {one['name']}", one["schema"], headers[one["name"]])
        self._validate(f"call {event}", described["requestBody"]["content"]["application/json"]["schema"], body)

    def described(self) -> set[tuple[str, str]]:
        """All (METHOD, path template) pairs, the template below the server's address."""
        return {(verb.upper(), path) for path, item in self.document["paths"].items() for verb in VERBS if verb in item}

    def problems(self) -> list[str]:
        """The faults of the description itself; empty if there are none."""
        return [*self._dangling(), *self._wrong_schemas(), *self._wrong_operations(), *self._wrong_examples()]

    def _base_of(self, item: dict[str, Any]) -> str:
        # An operation may have servers of its own (OpenAPI 3.1, Operation Object); here a path's share them.
        own = next((item[verb]["servers"] for verb in VERBS if "servers" in item.get(verb, {})), None)
        return own[0]["url"].rstrip("/") if own else self._base

    # -- one answer

    def _check_described(
        self, where: str, operation: dict[str, Any], status: int, headers: dict[str, str], body: Any, method: str
    ) -> None:
        found = operation["responses"].get(str(status))
        assert found is not None, f"{where}: this status is not described; the answer is {body!r}"
        response = self._resolved(found)
        kind = headers.get("content-type", "").split(";")[0].strip()
        if status == 304:
            assert body is None, f"{where}: a body, where the client has it already"
            return
        media = response["content"].get(kind)
        assert media, f"{where}: content type {kind!r} in place of {', '.join(response['content'])}"
        for name, header in response.get("headers", {}).items():
            assert name.lower() in headers or not self._resolved(header).get("required"), f"{where}: no {name}"
        if method == "HEAD" or kind != "application/json":
            return
        self._validate(where, media["schema"], body)
        if status >= 400:
            self._check_error(where, status, headers, body, tuple(self._errors), method)

    def _check_error(
        self, where: str, status: int, headers: dict[str, str], body: Any, allowed: tuple[int, ...], method: str
    ) -> None:
        assert status >= 400, f"{where}: nothing is described here, and it answers {body!r}"
        if method == "HEAD":
            assert status in {code // 100 for code in allowed}, f"{where}: unexpected"
            return
        self._validate(where, self._error, body)
        code = body["code"]
        row = self._errors[code]
        assert code in allowed, f"{where}: {code} is not among {allowed}"
        assert (row["status"], row["error"]) == (status, body["error"]), f"{where}: does not go with {body!r}"
        assert body["requestId"] == headers["x-request-id"], f"{where}: two request ids: {body!r}"

    def _check_allow(self, where: str, status: int, headers: dict[str, str], item: dict[str, Any]) -> None:
        if status != 405:
            return
        wanted = {verb.upper() for verb in VERBS if verb in item}
        sent = {word.strip() for word in headers.get("allow", "").split(",")} - {"HEAD", "OPTIONS"}
        assert sent == wanted, f"{where}: Allow is {headers.get('allow')!r} in place of {wanted}"

    def _any_time(self) -> tuple[int, ...]:
        # Errors that the service may answer before it evaluates the path.
        return (40000, 40800, 41301, 41400, 42100, 42902, 43100, 50000, 50301, 50304)

    def _item(self, path: str) -> dict[str, Any] | None:
        # A literal path has precedence over one with parameters (OpenAPI 3.1, Paths Object).
        for pattern, item in self._routes:
            if pattern.pattern == re.escape(path):
                return item
        return next((item for pattern, item in self._routes if pattern.fullmatch(path)), None)

    def _read(self, schema: dict[str, Any], text: str) -> Any:
        # Parses a query parameter as the service does.
        kind = self._resolved(schema).get("type")
        if kind == "integer" and re.fullmatch("-?[0-9]+", text):
            return int(text)
        return {"true": True, "1": True, "false": False, "0": False}.get(text, text) if kind == "boolean" else text

    def _resolved(self, node: dict[str, Any]) -> dict[str, Any]:
        while "$ref" in node:
            node = self._target(node["$ref"])
        return node

    def _target(self, reference: str) -> Any:
        node: Any = self.document
        for step in reference.removeprefix("#/").split("/"):
            node = node[step.replace("~1", "/").replace("~0", "~")]
        return node

    def _validate(self, where: str, schema: dict[str, Any], value: Any) -> None:
        if id(schema) not in self._validators:
            self._validators[id(schema)] = jsonschema.Draft202012Validator(schema, resolver=self._resolver)
        errors = sorted(self._validators[id(schema)].iter_errors(value), key=lambda error: str(list(error.path)))
        assert not errors, f"{where}: {_told(errors)}"

    # -- the description itself

    def _dangling(self) -> Iterator[str]:
        for place, node in _walk(self.document, "#"):
            if isinstance(node, dict) and isinstance(node.get("$ref"), str):
                try:
                    self._target(node["$ref"])
                except KeyError:
                    yield f"{place}: {node['$ref']} leads nowhere"

    def _wrong_schemas(self) -> Iterator[str]:
        for place, node in _walk(self.document, "#"):
            if isinstance(node, dict) and isinstance(node.get("schema"), dict):
                yield from self._wrong_schema(f"{place}/schema", node["schema"])
        for name, schema in self.document["components"]["schemas"].items():
            yield from self._wrong_schema(f"#/components/schemas/{name}", schema)

    def _wrong_schema(self, place: str, schema: dict[str, Any]) -> Iterator[str]:
        try:
            jsonschema.Draft202012Validator.check_schema(schema)
        except jsonschema.SchemaError as error:
            yield f"{place}: {error.message}"

    def _wrong_operations(self) -> Iterator[str]:
        names: set[str] = set()
        for path, item in [*self.document["paths"].items(), *self.document["webhooks"].items()]:
            for verb in VERBS:
                if verb not in item:
                    continue
                operation, place = item[verb], f"{verb.upper()} {path}"
                if operation["operationId"] in names:
                    yield f"{place}: operationId {operation['operationId']} is taken"
                names.add(operation["operationId"])
                given = {
                    self._resolved(one)["name"]
                    for one in operation.get("parameters", [])
                    if self._resolved(one)["in"] == "path"
                }
                if given != set(re.findall(r"\{(\w+)\}", path)):
                    yield f"{place}: its path parameters are not those of the path"
                if not any(status[0] == "2" for status in operation["responses"]):
                    yield f"{place}: no success"

    def _wrong_examples(self) -> Iterator[str]:
        for place, node in _walk(self.document, "#"):
            if isinstance(node, dict) and "example" in node and isinstance(node.get("schema"), dict):
                validator = jsonschema.Draft202012Validator(node["schema"], resolver=self._resolver)
                for error in validator.iter_errors(node["example"]):
                    yield f"{place}: its example: {_told([error])}"
        for name, schema in self.document["components"]["schemas"].items():
            validator = jsonschema.Draft202012Validator(schema, resolver=self._resolver)
            for example in schema["examples"]:
                for error in validator.iter_errors(example):
                    yield f"#/components/schemas/{name}: its example: {_told([error])}"


def _check_headers(where: str, status: int, headers: dict[str, str]) -> None:
    assert headers.get("x-request-id"), f"{where}: no X-Request-Id"
    assert headers.get("x-content-type-options") == "nosniff", f"{where}: no nosniff"
    assert headers.get("referrer-policy") == "no-referrer", f"{where}: may send a referrer"
    kind = headers.get("content-type", "")
    if kind.startswith("text/html"):
        _check_document_headers(where, headers)
        return
    assert headers.get("x-frame-options") == "DENY", f"{where}: may be framed"
    assert "frame-ancestors 'none'" in headers.get("content-security-policy", ""), f"{where}: may be framed"
    if kind.startswith("application/json"):
        assert kind == "application/json; charset=utf-8", f"{where}: content type {kind!r}"
    if not kind.startswith("text/event-stream") and status != 204:
        kept = "private, max-age=300" if "/frames/" in where and status < 400 else "no-store"
        assert headers.get("cache-control") == kept, f"{where}: may be cached otherwise"


def _check_document_headers(where: str, headers: dict[str, str]) -> None:
    policy = headers.get("content-security-policy", "")
    wanted = (
        "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; "
        "img-src data:"
    )
    assert policy.startswith(wanted), f"{where}: policy {policy!r}"
    assert policy.endswith(
        "; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
    ), f"{where}: policy {policy!r}"
    assert headers.get("x-frame-options") == "SAMEORIGIN", f"{where}: may be framed by others"
    assert headers.get("cache-control") == "private, no-store", f"{where}: may be cached"


def _pattern(path: str) -> re.Pattern[str]:
    parts = re.split(r"\{[^}]*\}", path)
    return re.compile("[^/]+".join(re.escape(part) for part in parts))


def _told(errors: list[Any]) -> str:
    where = "/".join(str(step) for step in errors[0].absolute_path)
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return f"at {where or 'the top'}: {errors[0].message[:500]}{more}"


def _walk(node: Any, place: str) -> Iterator[tuple[str, Any]]:
    yield place, node
    if isinstance(node, dict):
        for name, value in node.items():
            if name not in ("example", "examples"):
                yield from _walk(value, f"{place}/{name}")
    elif isinstance(node, list):
        for number, value in enumerate(node):
            yield from _walk(value, f"{place}/{number}")

# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads and forges access tokens (JWT, RFC 7519), to see that forged ones are refused."""

import base64
import hashlib
import hmac
import json
from typing import Any

_HASHES = {"HS256": hashlib.sha256, "HS384": hashlib.sha384, "HS512": hashlib.sha512}


def parts(token: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Header and claims, without verification."""
    header, claims, _ = token.split(".")
    return json.loads(_decoded(header)), json.loads(_decoded(claims))


def signed(header: dict[str, Any], claims: dict[str, Any], secret: str) -> str:
    """A token with the signature of its `alg`; the signature is empty for any other `alg`."""
    text = f"{_encoded(json.dumps(header).encode())}.{_encoded(json.dumps(claims).encode())}"
    algorithm = _HASHES.get(header.get("alg", ""))
    signature = hmac.digest(secret.encode(), text.encode(), algorithm) if algorithm else b""
    return f"{text}.{_encoded(signature)}"


def changed(token: str, secret: str, header: dict[str, Any] | None = None, **claims: Any) -> str:
    """The same token with other header fields and claims (None removes one), signed anew."""
    old_header, old_claims = parts(token)
    return signed(_merged(old_header, header or {}), _merged(old_claims, claims), secret)


def _merged(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in (old | new).items() if value is not None}


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

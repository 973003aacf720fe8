# SPDX-License-Identifier: GPL-3.0-or-later
"""A provider of OAuth sign-ins (tests/support/npm/oauth.mjs), and a person who signs in there."""

import itertools
import json
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import parse_qs, urlsplit

from postrider_support import npm
from postrider_support.client import Client

REDIRECT = "http://127.0.0.1:1/back"


class OAuthProvider(npm.Program):
    """Runs from construction to `close()`. `say()` takes the commands that the head of oauth.mjs lists."""

    def __init__(self) -> None:
        super().__init__("oauth.mjs")
        self.origin: str = self.wait_for("origin")["origin"]
        self._numbers = itertools.count(1)

    @property
    def config(self) -> dict[str, str]:
        """Configuration keys of a service that uses it as the provider `house`."""
        return {
            "oauth.allowed_networks": "127.0.0.1",
            "oauth.house.label": "The House",
            "oauth.house.client_id": "postrider",
            "oauth.house.client_secret": "not so secret",
            "oauth.house.authorization_url": f"{self.origin}/authorize?tenant=a+b",
            "oauth.house.token_url": f"{self.origin}/token",
            "oauth.house.device_url": f"{self.origin}/device",
            "oauth.house.scopes": "mail offline_access",
            "oauth.house.authorization_parameters": "prompt=consent",
        }

    def set(self, **wish: Any) -> None:
        """Changes its behaviour; returns when the change is in force."""
        number = next(self._numbers)
        self.send_line(json.dumps(wish | {"number": number}))
        self.wait_for("obeyed", lambda one: one["obeyed"]["number"] == number)

    def calls(self, grant: str = "refresh_token") -> list[Any]:
        """Calls of the token endpoint so far."""
        return [one for one in self.lines if one.get("grant") == grant]


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


def visit(url: str) -> dict[str, str]:
    """The values of the query with which the provider redirects the browser."""
    try:
        urllib.request.build_opener(_Stay).open(url, timeout=30)
    except urllib.error.HTTPError as answer:
        assert answer.code == 302, (answer.code, answer.read())
        target = answer.headers["Location"]
        assert target.startswith(REDIRECT)
        return {name: values[0] for name, values in parse_qs(urlsplit(target).query).items()}
    raise AssertionError("the provider did not send the browser back")


def sign_in(client: Client, email: str) -> str:
    """Signs a person in through the API; returns the grant for an account."""
    wish = {"provider": "house", "email": email, "redirectUri": REDIRECT}
    begun = client.post("/oauth/start", wish).ok()
    back = visit(begun["authorizationUrl"])
    assert back["state"] == begun["state"]
    done = client.post("/oauth/finish", {"state": back["state"], "code": back["code"]}).ok()
    return str(done["oauthGrant"])

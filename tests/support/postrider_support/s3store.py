# SPDX-License-Identifier: GPL-3.0-or-later
"""Stores that speak the S3 protocol: OpenStack Swift, and one that a test disturbs."""

import hashlib
import importlib.util
import re
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import parse_qsl, quote, urlsplit
from xml.sax.saxutils import escape

from postrider_support.waiting import scaled, wait_until

SWIFT = Path(__file__).parents[1] / "swift" / "swift_server.py"
KEY = "mail:postrider"
SECRET = "not-so-secret/+=key"
BUCKET = "box"


def available() -> bool:
    """Whether python3-swift and python3-botocore are installed."""
    return all(importlib.util.find_spec(name) for name in ("swift", "botocore"))


def config(url: str) -> dict[str, str]:
    return {"s3.url": url, "s3.bucket": BUCKET, "s3.access_key": KEY}


def environment(secret: str = SECRET) -> dict[str, str]:
    return {"POSTRIDER_S3_SECRET_KEY": secret}


class SwiftStore:
    """Swift with the bucket `box`, from construction to `close()`. It keeps its port and its objects."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._port = 0
        self._output = tempfile.TemporaryFile()
        self._process: subprocess.Popen[bytes] | None = None
        folder.mkdir(parents=True, exist_ok=True)
        self.start()
        self.client = client(self.url)
        self.client.create_bucket(Bucket=BUCKET)

    def __enter__(self) -> "SwiftStore":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        began = self._output.seek(0, 2)
        command = ["/usr/bin/python3", str(SWIFT), str(self._folder), str(self._port), KEY, SECRET]
        self._process = subprocess.Popen(command, stdout=self._output, stderr=self._output)

        def port() -> int:
            assert self._process is not None and self._process.poll() is None, self.log()
            self._output.seek(began)
            found = re.search(rb"^(\d+)$", self._output.read(), re.MULTILINE)
            return int(found[1]) if found else 0

        self._port = wait_until(port, 30, "the port of Swift")

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(scaled(10))
            self._process = None

    def pause(self) -> None:
        """It keeps its connections and accepts new ones, but answers nothing."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def log(self) -> str:
        self._output.seek(0)
        return self._output.read().decode(errors="replace")

    def close(self) -> None:
        self.kill()
        self._output.close()

    def keys(self) -> list[str]:
        """All objects of the bucket."""
        found: list[str] = []
        token: dict[str, str] = {}
        while True:
            page = self.client.list_objects_v2(Bucket=BUCKET, **token)
            found += [one["Key"] for one in page.get("Contents", [])]
            if not page["IsTruncated"]:
                return found
            token = {"ContinuationToken": page["NextContinuationToken"]}

    def content(self, folder: str) -> bytes:
        """The objects below a folder, one after the other."""
        found = sorted(key for key in self.keys() if key.startswith(folder))
        return b"".join(self.client.get_object(Bucket=BUCKET, Key=key)["Body"].read() for key in found)

    def put(self, key: str, content: bytes = b"x") -> None:
        self.client.put_object(Bucket=BUCKET, Key=key, Body=content)


def client(url: str, secret: str = SECRET) -> Any:
    """An S3 client of somebody else."""
    import botocore.session
    from botocore.config import Config

    return botocore.session.get_session().create_client(
        "s3",
        region_name="us-east-1",
        endpoint_url=url,
        aws_access_key_id=KEY,
        aws_secret_access_key=secret,
        config=Config(s3={"addressing_style": "path"}),
    )


class ScriptedStore:
    """A store in memory that checks each signature with botocore; `fault` may answer instead of it.

    `fault` gets the request and returns nothing (it is served), a status with an error code, or `cut`.
    """

    cut = (0, "")

    def __init__(self) -> None:
        self.objects: dict[str, bytes] = {}
        self.requests: list[str] = []
        self.wrong: list[str] = []  # requests whose signature or hash botocore computes otherwise
        self.fault: Callable[[str, str], tuple[int, str] | None] = lambda method, path: None
        store = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                store._serve(self)

            do_PUT = do_DELETE = do_GET

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> "ScriptedStore":
        return self

    def __exit__(self, *_: Any) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _serve(self, handler: BaseHTTPRequestHandler) -> None:
        body = handler.rfile.read(int(handler.headers.get("Content-Length", 0)))
        method, path = handler.command, urlsplit(handler.path).path
        self.requests.append(f"{method} {handler.path}")
        if not self._is_signed(handler, body):
            self.wrong.append(handler.path)
            return self._answer(handler, 403, b"<Error><Code>SignatureDoesNotMatch</Code></Error>")
        fault = self.fault(method, path)
        if fault == self.cut:
            content = self.objects.get(path, b"xx")
            handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(content))
            handler.wfile.write(content[: len(content) // 2])
            handler.close_connection = True
        elif fault is not None:
            self._answer(handler, fault[0], f"<Error><Code>{fault[1]}</Code></Error>".encode())
        elif method == "PUT":
            self.objects[path] = body
            self._answer(handler, 200)
        elif method == "DELETE":
            self.objects.pop(path, None)
            self._answer(handler, 204)
        elif path == f"/{BUCKET}":
            self._answer(handler, 200, self._list(dict(parse_qsl(urlsplit(handler.path).query))))
        elif path in self.objects:
            self._answer(handler, 200, self.objects[path])
        else:
            self._answer(handler, 404, b"<Error><Code>NoSuchKey</Code></Error>")

    def _answer(self, handler: BaseHTTPRequestHandler, status: int, body: bytes = b"") -> None:
        handler.send_response(status)
        if status != 204:
            handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    def _list(self, query: dict[str, str]) -> bytes:
        """Pages of three, so that a few objects need several; tokens have signs that need an escape."""
        prefix, delimiter = query["prefix"], query.get("delimiter")
        keys = sorted(path.removeprefix(f"/{BUCKET}/") for path in self.objects)
        entries: dict[str, str] = {}
        for key in (key for key in keys if key.startswith(prefix)):
            name, slash, _ = key[len(prefix) :].partition("/")
            if delimiter and slash:
                folder = escape(f"{prefix}{name}/")
                entries[f"{prefix}{name}/"] = f"<CommonPrefixes><Prefix>{folder}</Prefix></CommonPrefixes>"
            else:
                entries[key] = f"<Contents><Key>{escape(key)}</Key></Contents>"
        rest = [name for name in entries if name > query.get("continuation-token", "")[4:]]
        page = "".join(entries[name] for name in rest[:3])
        page += f"<IsTruncated>{'true' if len(rest) > 3 else 'false'}</IsTruncated>"
        if len(rest) > 3:
            page += f"<NextContinuationToken>+/=&amp;{escape(rest[2])}</NextContinuationToken>"
        return f"<ListBucketResult>{page}</ListBucketResult>".encode()

    def _is_signed(self, handler: BaseHTTPRequestHandler, body: bytes) -> bool:
        from botocore.auth import S3SigV4Auth
        from botocore.awsrequest import AWSRequest
        from botocore.credentials import Credentials

        sent = handler.headers.get("Authorization", "")
        parts = dict(part.strip().partition("=")[::2] for part in sent.partition(" ")[2].split(","))
        names = parts.get("SignedHeaders", "").split(";")
        date, digest = handler.headers.get("x-amz-date", ""), handler.headers.get("x-amz-content-sha256", "")
        if digest != hashlib.sha256(body).hexdigest() or "host" not in names or abs(_age(date)) > 900:
            return False
        parsed = urlsplit(handler.path)
        query = "&".join(f"{quote(n, safe='~')}={quote(v, safe='~')}" for n, v in parse_qsl(parsed.query, True))
        request = AWSRequest(
            method=handler.command,
            url=f"http://{handler.headers['Host']}{parsed.path}" + (f"?{query}" if query else ""),
            headers={name: handler.headers[name] for name in names if name != "host"},
        )
        request.context["timestamp"] = date
        auth = S3SigV4Auth(Credentials(KEY, SECRET), "s3", "us-east-1")
        text = auth.string_to_sign(request, auth.canonical_request(request))
        return parts.get("Signature") == auth.signature(text, request)


def _age(date: str) -> float:
    import calendar

    try:
        return time.time() - calendar.timegm(time.strptime(date, "%Y%m%dT%H%M%SZ"))
    except ValueError:
        return float("inf")

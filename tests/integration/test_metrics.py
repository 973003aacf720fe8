# SPDX-License-Identifier: GPL-3.0-or-later
"""/metrics: what Prometheus reads, who may read it, and that it is served while the database is down."""

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import need
from postrider_support import (
    Answer,
    Client,
    Dovecot,
    OpenApi,
    Postgresql,
    Service,
    User,
    wait_until,
)
from postrider_support.exposition import Page
from postrider_support.letters import letter, synced_account
from postrider_support.waiting import scaled

DASHBOARD = Path(__file__).parents[2] / "installers" / "common" / "grafana" / "postrider.json"
TOKEN_VARIABLE = {"POSTRIDER_METRICS_TOKEN": "a-token-of-the-metrics-alone"}
REQUESTS = "postrider_http_request_duration_seconds"


def page(service: Service) -> Page:
    answer = service.client().get("/metrics")
    assert answer.status == 200, answer.body
    return Page(answer.body.decode())


def get_metrics(service: Service, **headers: str) -> Answer:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return service.client().request("GET", "/metrics", headers=named)


def bearer(token: str) -> str:
    return f"Bearer {token}"


# -- the page


def test_page_is_as_described(service: Service, openapi: OpenApi) -> None:
    answer = service.client(openapi).get("/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"


def test_page_is_well_formed(service: Service) -> None:
    """Each family comes once, with help and type; its samples are together, none twice; histograms add up."""
    service.client().get("/health")
    assert page(service).problems() == []


def promtool() -> str:
    found = os.environ.get("POSTRIDER_PROMTOOL") or shutil.which("promtool")
    need(found is not None, "promtool (package prometheus)")
    assert found is not None
    return found


def test_promtool_finds_nothing_to_complain_of(service: Service, client: Client) -> None:
    tool = promtool()
    client.get("/mails").ok()
    client.get("/mails/9007199254740991")
    text = service.client().get("/metrics").body
    done = subprocess.run([tool, "check", "metrics"], input=text, capture_output=True, timeout=scaled(20))
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_names_have_our_prefix_or_are_of_every_process(service: Service) -> None:
    assert [name for name in page(service).families if not name.startswith(("postrider_", "process_"))] == []


# -- its values


def test_requests_count_by_route_and_class_of_status(service: Service, client: Client) -> None:
    labels = {"method": "GET", "route": "/api/v1/mails/:id", "status": "4xx"}
    before = page(service).value(f"{REQUESTS}_count", **labels)
    for number in range(3):
        client.get(f"/mails/{9007199254740991 - number}").failed(404, 40401)
    after = page(service)
    assert after.value(f"{REQUESTS}_count", **labels) == before + 3
    assert after.value(f"{REQUESTS}_bucket", le="+Inf", **labels) == before + 3
    assert 0 < after.value(f"{REQUESTS}_sum", **labels) < 60


def test_what_clients_write_is_in_no_label(service: Service, client: Client) -> None:
    """Nothing from paths, methods or headers; and all requests without a route share one label."""
    for path in ("/nowhere-secret", "/accounts/secret", "/../secret", "/mails/stats?secret=1"):
        client.get(path)
    client.request("SECRET", "/mails")
    client.request("GET", "/mails", headers={"Host": "secret.example.org", "Authorization": "Bearer secret"})
    shown = page(service)
    assert "secret" not in shown.text.lower()
    assert shown.value(f"{REQUESTS}_count", method="other", route="none", status="4xx") >= 2


def test_labels_are_bounded_by_the_routes(service: Service, client: Client) -> None:
    def routes() -> set[tuple[str, str]]:
        return {(one["method"], one["route"]) for one in page(service).labels(f"{REQUESTS}_count")}

    client.get("/mails/1")
    page(service)  # this request counts too
    before = routes()
    for number in range(50):
        client.get(f"/mails/{number}")
        client.get(f"/nowhere/{number}")
    assert routes() - before <= {("other", "none")}


def test_bytes_and_connections_are_counted(service: Service, client: Client) -> None:
    before = page(service)
    body = b'{"name": "' + b"x" * 50_000 + b'"}'
    client.request("POST", "/webhooks/preview", raw=body, headers={"Content-Type": "application/json"})
    sent = len(client.get("/openapi.json").body)
    after = page(service)

    def rise(name: str) -> float:
        return after.value(name) - before.value(name)

    assert len(body) < rise("postrider_http_received_bytes_total") < 2 * len(body)
    assert sent < rise("postrider_http_sent_bytes_total") < sent + 100_000
    assert rise("postrider_http_connections_accepted_total") >= 1
    assert after.value("postrider_http_connections") >= 1


def test_streams_are_shown_while_they_are_open(service: Service, token: str) -> None:
    before = page(service).value("postrider_http_streams")
    with service.events(token) as events:
        events.wait_for("connected")
        assert page(service).value("postrider_http_streams") == before + 1
    wait_until(lambda: page(service).value("postrider_http_streams") == before, 10, "the stream to be gone")


def test_accounts_mails_and_events_show(
    fresh_service: Callable[..., Service], dovecot: Dovecot, mail_user: User
) -> None:
    service = fresh_service()
    empty = page(service)
    assert [empty.value("postrider_accounts", status=one) for one in ("active", "disabled", "error")] == [0, 0, 0]
    assert empty.value("postrider_imap_sessions") == 0
    dovecot.deliver(mail_user, letter("One"))
    client = service.admin()
    account = synced_account(client, dovecot.account(mail_user))
    shown = page(service)
    assert shown.value("postrider_accounts", status="active") == 1
    assert shown.value("postrider_imap_sessions") >= 1
    assert shown.value("postrider_events_total") > empty.value("postrider_events_total")
    wait_until(
        lambda: page(service).value("postrider_accounts_running", mode="idle") == 1,
        20,
        "the account to be idle",
    )
    wait_until(
        lambda: all(
            page(service).value("postrider_queue_entries", queue=queue) == 0
            for queue in ("outbox", "webhooks", "push", "body_fetch", "search_index")
        ),
        20,
        "empty queues",
    )
    client.put(f"/accounts/{account['id']}/status", {"status": "disabled"}).ok()
    wait_until(
        lambda: page(service).value("postrider_imap_sessions") == 0,
        20,
        "the connection to be closed",
    )
    assert page(service).value("postrider_accounts", status="disabled") == 1


def test_process_is_as_the_system_says(service: Service) -> None:
    shown = page(service)
    status = Path(f"/proc/{service.pid}/status").read_text()
    resident = int(re.search(r"VmRSS:\s+(\d+)", status)[1]) * 1024  # type: ignore[index]
    assert 0.5 < shown.value("process_resident_memory_bytes") / resident < 2
    descriptors = len(list(Path(f"/proc/{service.pid}/fd").iterdir()))
    assert abs(shown.value("process_open_fds") - descriptors) <= 5
    assert shown.value("process_open_fds") < shown.value("process_max_fds")
    assert 0 < time.time() - shown.value("process_start_time_seconds") < 3600
    assert 0 < shown.value("process_cpu_seconds_total") < 3600


def test_build_and_sizes_show(service: Service) -> None:
    shown = page(service)
    version = service.client().get("/health").ok()["version"]
    assert shown.labels("postrider_build_info")[0]["version"] == version
    assert shown.value("postrider_database_size_bytes") > 64 * 1024
    disk = os.statvfs(service.data_dir)
    assert shown.value("postrider_disk_size_bytes") == disk.f_blocks * disk.f_frsize
    assert 0.5 < shown.value("postrider_disk_free_bytes") / (disk.f_bavail * disk.f_frsize) < 2
    assert (shown.value("postrider_ready"), shown.value("postrider_database_up")) == (1, 1)


# -- the dashboard


def test_dashboard_uses_only_metrics_that_are_there(service: Service, client: Client) -> None:
    client.get("/mails").ok()
    there = page(service).sample_names()
    dashboard = json.loads(DASHBOARD.read_text())
    expressions = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", [])]
    expressions += [variable["definition"] for variable in dashboard["templating"]["list"] if "definition" in variable]
    used = {name for one in expressions for name in re.findall(r"\b(?:postrider|process)_\w+", one)}
    assert len(used) > 25
    assert used - there == set()


def test_dashboard_uses_only_labels_that_are_there(service: Service, client: Client) -> None:
    client.get("/mails").ok()
    shown = page(service)
    known = {label for name in shown.sample_names() for one in shown.labels(name) for label in one}
    known |= {"job", "instance"}  # labels that Prometheus adds
    for panel in json.loads(DASHBOARD.read_text())["panels"]:
        for target in panel.get("targets", []):
            named = set(re.findall(r"\{\{(\w+)\}\}", target["legendFormat"]))
            named |= set(re.findall(r"(\w+)=~?\"", target["expr"]))
            for group in re.findall(r"by \(([\w, ]+)\)", target["expr"]):
                named |= {label.strip() for label in group.split(",")}
            assert named <= known, panel["title"]


def test_dashboard_panels_do_not_overlap() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in json.loads(DASHBOARD.read_text())["panels"]:
        place = panel["gridPos"]
        assert place["x"] + place["w"] <= 24, panel["title"]
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not cells & taken, panel["title"]
        taken |= cells


# -- who may read it


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "Via", "X-Real-IP", "X-Forwarded-Proto"])
def test_without_a_token_nobody_reads_it_through_a_proxy(service: Service, header: str) -> None:
    get_metrics(service, **{header: "127.0.0.1"}).failed(403, 40301)


def test_a_trusted_proxy_does_not_open_it(fresh_service: Callable[..., Service]) -> None:
    service = fresh_service({"trusted_proxies": "127.0.0.1"})
    get_metrics(service, X_Forwarded_For="192.0.2.7").failed(403, 40301)
    get_metrics(service, X_Forwarded_For="127.0.0.1").failed(403, 40301)
    assert get_metrics(service).status == 200


def test_with_a_token_everybody_needs_it(fresh_service: Callable[..., Service]) -> None:
    service = fresh_service(environment=TOKEN_VARIABLE)
    token = TOKEN_VARIABLE["POSTRIDER_METRICS_TOKEN"]
    openapi = OpenApi(service.client().get("/openapi.json").json)
    get_metrics(service).failed(401, 40101)
    assert get_metrics(service).headers["www-authenticate"].startswith("Bearer")
    service.client(openapi).request("GET", "/metrics", headers={"Authorization": bearer("wrong")}).failed(401, 40102)
    get_metrics(service, Authorization=bearer(token + "x")).failed(401, 40102)
    get_metrics(service, Authorization=bearer(token[:-1])).failed(401, 40102)
    get_metrics(service, Authorization=f"Basic {token}").failed(401, 40101)
    assert get_metrics(service, Authorization=bearer(token)).status == 200
    assert get_metrics(service, Authorization=bearer(token), X_Forwarded_For="192.0.2.7").status == 200


def test_tokens_of_people_and_of_metrics_are_not_the_same(fresh_service: Callable[..., Service]) -> None:
    service = fresh_service(environment=TOKEN_VARIABLE)
    token = TOKEN_VARIABLE["POSTRIDER_METRICS_TOKEN"]
    service.admin().get("/metrics").failed(401, 40102)
    Client(service.base_url, token).get("/mails").failed(401, 40102)


def test_the_token_is_in_no_answer_log_or_file(fresh_service: Callable[..., Service]) -> None:
    service = fresh_service(environment=TOKEN_VARIABLE | {"POSTRIDER_LOG": "*.debug=true"})
    token = TOKEN_VARIABLE["POSTRIDER_METRICS_TOKEN"]
    shown = get_metrics(service, Authorization=bearer(token)).body
    get_metrics(service, Authorization=bearer(token + "x"))
    assert token.encode() not in shown
    assert token not in service.log()
    assert token.encode() not in service.stored()


@pytest.mark.parametrize("token", ["short", "with a blank in the middle", "x" * 15, "ключ-которого-нет-тут"])
def test_a_weak_token_stops_the_start(tmp_path: Path, token: str) -> None:
    service = Service(tmp_path, environment={"POSTRIDER_METRICS_TOKEN": token})
    assert service.run_to_end() == 2
    assert "POSTRIDER_METRICS_TOKEN" in service.log()
    assert token not in service.log()


# -- while the database is silent


def test_page_is_there_while_the_database_stands_still(tmp_path: Path) -> None:
    need(Postgresql.available(), "postgresql")
    with Postgresql(tcp=True) as server:
        url = server.url(server.new_database())
        with Service(tmp_path, environment={"POSTRIDER_DATABASE_URL": url}) as service:
            assert page(service).value("postrider_database_up") == 1
            server.freeze()
            try:
                for most in (2, 1, 1):  # the first waits a second for it, the others do not
                    began = time.monotonic()
                    shown = page(service)
                    assert time.monotonic() - began < scaled(most)
                    assert shown.value("postrider_database_up") == 0
                    assert "postrider_accounts" not in shown.families
                    assert shown.value("postrider_http_connections") >= 1
                wait_until(
                    lambda: page(service).value("postrider_ready") == 0,
                    10,
                    "the service not to be ready",
                )
                assert page(service).value("postrider_health_problem", check="stopping") == 0
            finally:
                server.thaw()
            wait_until(
                lambda: page(service).value("postrider_database_up") == 1,
                20,
                "the database to be back",
            )
            wait_until(lambda: page(service).value("postrider_ready") == 1, 20, "the service to be ready")

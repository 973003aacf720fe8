# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of the rules: what they refuse and what they accept."""

from pathlib import Path

import pytest
from rules import arrow_breaches, coroutine_breaches, licence_breaches, sql_breaches

FILE = Path("service/imap/x.cpp")


@pytest.mark.parametrize(
    "code",
    [
        "co_await f();",
        "const Result<int> got = co_await f(a, b);",
        "QCoro::Task<Result<void>> t = f();\nResult<void> r = co_await t;",
        "if (a && (b || c()))\n    co_await f();",
        "else\n    co_await f();",
        "for (auto &t : list)\n    co_await t;",
        "// if (!co_await f())\n",
        "auto operator co_await() const\n{\n}",
        "auto work = [x] { return x; };\nint a = co_await onPool(pool, std::move(work));",
    ],
)
def test_lets_statements_and_named_variables_pass(code: str) -> None:
    assert coroutine_breaches(FILE, code) == []


@pytest.mark.parametrize(
    "code",
    [
        "if (!co_await f())\n    return;",
        "while (co_await f()) {}",
        "return co_await f();",
        "co_return co_await f();",
        "g(co_await f());",
        "a = b + co_await f();",
        "co_await onPool(pool, [x] { return x; });",
        "int a = co_await f({ 1, 2 });",
        "co_await pause(wait ? jittered(*wait) : longest);",
    ],
)
def test_refuses_what_the_compiler_breaks(code: str) -> None:
    assert len(coroutine_breaches(FILE, code)) == 1


def test_refuses_a_room_that_uses_does_not_name() -> None:
    uses = {"imap": {"imap", "net"}, "net": {"net"}, "store": {"store"}}
    text = '#include "net/x.h"\n#include "store/y.h"\n#include <QString>\n'
    assert arrow_breaches(FILE, FILE, text, uses) == [f"{FILE}:2: imap may not know store"]


def test_knows_the_rooms_inside_common() -> None:
    uses = {"common": {"common"}, "client": {"client", "common"}}
    inside, outside = Path("common/client/x.cpp"), Path("common/x.cpp")
    text = '#include "client/x.h"\n#include "common/y.h"\n'
    assert arrow_breaches(inside, inside, text, uses) == []
    assert len(arrow_breaches(outside, outside, text, uses)) == 1


def test_libraries_inside_a_room_are_rooms() -> None:
    uses = {"store_mail": {"store_mail", "store_sql"}, "store_sql": {"store_sql"}}
    mail, sql = Path("service/store/mail/x.cpp"), Path("service/store/sql/y.cpp")
    assert arrow_breaches(mail, mail, '#include "store/sql/y.h"\n', uses) == []
    assert arrow_breaches(sql, sql, '#include "store/mail/x.h"\n', uses) == [
        f"{sql}:1: store_sql may not know store_mail"
    ]


def test_wants_the_licence_line_at_the_top() -> None:
    assert licence_breaches(FILE, "// SPDX-License-Identifier: GPL-3.0-or-later\nint x;\n") == []
    assert len(licence_breaches(FILE, "int x;\n")) == 1


def test_statement_that_no_code_uses_is_refused() -> None:
    sections = {"mails_page": Path("mails.sql"), "mails_count": Path("mails.sql")}
    used = {FILE: 'session.query("mails_page");\nfor (const char *name : { "mails_count" }) {}'}
    assert sql_breaches(sections, used) == []
    assert sql_breaches(sections, {FILE: 'session.query("mails_page");'}) == [
        "mails.sql:1: no code uses the statement mails_count"
    ]


def test_statement_that_is_not_there_is_refused() -> None:
    asked = {FILE: 'int x;\nsession.query("mails_pgae");\nsqlText(session.engine(), "mails_cuont");'}
    assert sql_breaches({}, asked) == [
        f"{FILE}:2: resources/sql has no statement mails_pgae",
        f"{FILE}:3: resources/sql has no statement mails_cuont",
    ]

// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/gatekeeper.h"
#include "serverfixture.h"

#include <QTest>

using namespace Qt::StringLiterals;
using Http::Auth;
using Http::Head;
using Http::Headers;
using Http::Route;
using Http::Verdict;

class TestGatekeeper : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void answersFromTheHead_data();
    void answersFromTheHead();
    void checksHostsOnLoopback_data();
    void checksHostsOnLoopback();
    void allowsListedOriginsOnly_data();
    void allowsListedOriginsOnly();
    void answersPreflightsWithoutAToken();
    void limitsEachUserAlone();
    void limitsOneRouteMore();
    void countsRoutesOfOneBucketTogether();
    void countsOnlyWhatTheRouteCounts();
    void fillsBucketsUpAgain();
    void hasNoLimitAtZero();
    void allowsTheFirstCallsOfManyUsers();

private:
    static Head head(const QByteArray &method, const QByteArray &target, Headers fields = {});
    static int codeOf(const Verdict &verdict);
    Http::Gatekeeper gatekeeper(const Http::ServerOptions &options = {});

    Http::Router m_router;
    Http::ServerOptions m_options;
};

void TestGatekeeper::initTestCase()
{
    const auto add = [&](const char *method, const char *path, Route route) {
        route.handler = [](const auto &, const auto &) {
        };
        m_router.add(method, path, std::move(route));
    };
    add("GET", "/open", { .auth = Auth::None });
    add("GET", "/mails/:id", {});
    add("POST", "/mails", {});
    add("GET", "/stream", { .auth = Auth::BearerOrQueryToken });
    add("GET", "/ticketed", { .auth = Auth::TokenOrTicket });
    add("POST", "/rare", { .rate = { .calls = 2, .perSeconds = 60 } });
    const Http::RouteRate shared{ .calls = 2, .perSeconds = 60, .bucket = "shared" };
    add("POST", "/one", { .rate = shared });
    Http::RouteRate sometimes = shared;
    sometimes.isCounted = [](QByteArrayView query) {
        return query == "counted";
    };
    add("POST", "/sometimes", { .rate = sometimes });
    add("POST", "/raw", { .media = Http::Media::Any });
}

Head TestGatekeeper::head(const QByteArray &method, const QByteArray &target, Headers fields)
{
    Head head;
    head.method = method;
    head.target = target;
    head.fields = std::move(fields);
    head.contentLength = head.field("content-length").isEmpty() ? -1 : 1;
    return head;
}

int TestGatekeeper::codeOf(const Verdict &verdict)
{
    if (!verdict.refusal)
        return 0;
    return verdict.refusal->failure ? int(verdict.refusal->failure->error)
                                    : verdict.refusal->status;
}

Http::Gatekeeper TestGatekeeper::gatekeeper(const Http::ServerOptions &options)
{
    m_options = options;
    m_options.tokenCheck = &ServerFixture::checkToken;
    return { m_options, m_router };
}

void TestGatekeeper::answersFromTheHead_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<Headers>("fields");
    QTest::addColumn<int>("code");

    const std::pair<QByteArray, QByteArray> user = { "authorization", "Bearer user-1" };
    const std::pair<QByteArray, QByteArray> body = { "content-length", "1" };
    const auto row = [](const char *name, const char *method, const char *target, Headers fields,
                        int code) {
        QTest::newRow(name) << QByteArray(method) << QByteArray(target) << fields << code;
    };
    row("open", "GET", "/open", {}, 0);
    row("HEAD like GET", "HEAD", "/open", {}, 0);
    row("unknown path", "GET", "/nothing", {}, 40400);
    row("wrong method", "DELETE", "/open", {}, 40500);
    row("no token", "GET", "/mails/7", {}, 40101);
    row("no token, bad id", "GET", "/mails/x", {}, 40101);
    row("other scheme", "GET", "/mails/7", { { "authorization", "Basic dXNlci0x" } }, 40101);
    row("scheme alone", "GET", "/mails/7", { { "authorization", "Bearer " } }, 40101);
    row("token", "GET", "/mails/7", { user }, 0);
    row("scheme in any case", "GET", "/mails/7", { { "authorization", "bEARER  user-1" } }, 0);
    row("bad token", "GET", "/mails/7", { { "authorization", "Bearer x" } }, 40102);
    row("old token", "GET", "/mails/7", { { "authorization", "Bearer old" } }, 40103);
    row("token in the query", "GET", "/mails/7?token=user-1", {}, 40101);
    row("stream with query token", "GET", "/stream?token=user%2D1", {}, 0);
    row("stream: the header wins", "GET", "/stream?token=user-1",
        { { "authorization", "Bearer x" } }, 40102);
    row("stream without token", "GET", "/stream?token=", {}, 40101);
    row("stream with a ticket", "GET", "/stream?ticket=x", {}, 40101);
    row("ticket", "GET", "/ticketed?ticket=x", {}, 0);
    row("ticket: a token wins", "GET", "/ticketed?ticket=x&token=bad", {}, 40102);
    row("no ticket", "GET", "/ticketed?ticket=", {}, 40101);
    row("ticket elsewhere", "GET", "/mails/7?ticket=x", {}, 40101);
    row("bad id", "GET", "/mails/07", { user }, 40005);
    row("JSON body", "POST", "/mails", { user, body, { "content-type", "application/json" } }, 0);
    row("JSON body with charset", "POST", "/mails",
        { user, body, { "content-type", "Application/JSON; charset=UTF-8" } }, 0);
    row("JSON body with odd charset", "POST", "/mails",
        { user, body, { "content-type", "application/json; charset=latin1" } }, 41500);
    row("form", "POST", "/mails",
        { user, body, { "content-type", "application/x-www-form-urlencoded" } }, 41500);
    row("text", "POST", "/mails", { user, body, { "content-type", "text/plain" } }, 41500);
    row("body without type", "POST", "/mails", { user, body }, 41500);
    row("no body, no type", "POST", "/mails", { user }, 0);
    row("any body", "POST", "/raw", { user, body, { "content-type", "image/png" } }, 0);
    row("OPTIONS", "OPTIONS", "/open", {}, 204);
}

void TestGatekeeper::answersFromTheHead()
{
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, target);
    QFETCH(Headers, fields);
    QTEST(codeOf(gatekeeper().judge(head(method, target, fields), 0)), "code");
}

void TestGatekeeper::checksHostsOnLoopback_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<bool>("isAllowed");
    for (const char *host :
         { "localhost", "localhost:8725", "LOCALHOST:1", "127.0.0.1", "127.0.0.1:8725", "[::1]",
           "[::1]:8725", "mail.example.org", "Mail.Example.org:443" })
        QTest::newRow(host) << QByteArray(host) << true;
    for (const char *host :
         { "", "evil.example", "evil.example:8725", "localhost.evil.example", "127.0.0.2",
           "127.0.0.1.evil.example", "localhost:80:80", "localhost:x", "[::2]", "::1" })
        QTest::newRow(*host ? host : "none") << QByteArray(host) << false;
}

void TestGatekeeper::checksHostsOnLoopback()
{
    QFETCH(QByteArray, host);
    QFETCH(bool, isAllowed);
    auto gate = gatekeeper({ .allowedHosts = { u"mail.example.org"_s } });
    const Head request = head("GET", "/open", { { "host", host } });
    QCOMPARE(codeOf(gate.judge(request, 0)), 0);
    gate.setHostChecked(true);
    QCOMPARE(codeOf(gate.judge(request, 0)), isAllowed ? 0 : 42100);
}

void TestGatekeeper::allowsListedOriginsOnly_data()
{
    QTest::addColumn<QByteArray>("origin");
    QTest::addColumn<bool>("isAllowed");
    QTest::newRow("listed") << QByteArray("https://a.example") << true;
    QTest::newRow("other scheme") << QByteArray("http://a.example") << false;
    QTest::newRow("other port") << QByteArray("https://a.example:444") << false;
    QTest::newRow("longer") << QByteArray("https://a.example.evil") << false;
    QTest::newRow("null") << QByteArray("null") << false;
    QTest::newRow("none") << QByteArray() << false;
}

void TestGatekeeper::allowsListedOriginsOnly()
{
    QFETCH(QByteArray, origin);
    QFETCH(bool, isAllowed);
    auto gate = gatekeeper({ .corsOrigins = { u"https://a.example"_s, u"null"_s, u"*"_s } });
    const Verdict verdict = gate.judge(head("GET", "/open", { { "origin", origin } }), 0);
    QCOMPARE(verdict.corsOrigin, isAllowed ? origin : QByteArray());
    QVERIFY(!verdict.refusal);
}

void TestGatekeeper::answersPreflightsWithoutAToken()
{
    auto gate = gatekeeper({ .corsOrigins = { u"https://a.example"_s } });
    const auto ask = [&](const QByteArray &origin) {
        return gate.judge(
            head("OPTIONS", "/mails/7",
                 { { "origin", origin }, { "access-control-request-method", "GET" } }),
            0);
    };
    const Verdict allowed = ask("https://a.example");
    QCOMPARE(allowed.refusal->status, 204);
    QCOMPARE(allowed.corsOrigin, QByteArray("https://a.example"));
    QVERIFY(allowed.refusal->hasHeader("Access-Control-Allow-Methods"));
    const Verdict other = ask("https://b.example");
    QCOMPARE(other.refusal->status, 204);
    QVERIFY(other.corsOrigin.isEmpty());
    QVERIFY(!other.refusal->hasHeader("Access-Control-Allow-Methods"));
}

void TestGatekeeper::limitsEachUserAlone()
{
    Http::ServerOptions options;
    options.limits.userRequestsPerSecond = 10;
    options.limits.userBurst = 3;
    auto gate = gatekeeper(options);
    const auto call = [&](const char *token) {
        return gate.judge(head("GET", "/mails/7", { { "authorization", token } }), 1000);
    };
    for (int i = 0; i < 3; ++i)
        QCOMPARE(codeOf(call("Bearer user-1")), 0);
    const Verdict limited = call("Bearer user-1");
    QCOMPARE(codeOf(limited), 42902);
    QVERIFY(limited.refusal->headers.contains({ "Retry-After", "1" }));
    QCOMPARE(codeOf(call("Bearer user-2")), 0);
}

void TestGatekeeper::limitsOneRouteMore()
{
    auto gate = gatekeeper();
    const auto call = [&](const char *target) {
        return gate.judge(head("POST", target, { { "authorization", "Bearer user-1" } }), 1000);
    };
    QCOMPARE(codeOf(call("/rare")), 0);
    QCOMPARE(codeOf(call("/rare")), 0);
    const Verdict limited = call("/rare");
    QCOMPARE(codeOf(limited), 42902);
    QVERIFY(limited.refusal->headers.contains({ "Retry-After", "30" }));
    QCOMPARE(codeOf(call("/mails")), 0);
}

void TestGatekeeper::countsRoutesOfOneBucketTogether()
{
    auto gate = gatekeeper();
    const auto call = [&](const char *target, const char *token = "Bearer user-1") {
        return codeOf(gate.judge(head("POST", target, { { "authorization", token } }), 0));
    };
    QCOMPARE(call("/one"), 0);
    QCOMPARE(call("/sometimes?counted"), 0);
    QCOMPARE(call("/one"), 42902);
    QCOMPARE(call("/sometimes?counted"), 42902);
    QCOMPARE(call("/rare"), 0);
    QCOMPARE(call("/one", "Bearer user-2"), 0);
}

void TestGatekeeper::countsOnlyWhatTheRouteCounts()
{
    auto gate = gatekeeper();
    const auto call = [&](const char *target) {
        return codeOf(
            gate.judge(head("POST", target, { { "authorization", "Bearer user-1" } }), 0));
    };
    for (int i = 0; i < 10; ++i)
        QCOMPARE(call("/sometimes"), 0);
    QCOMPARE(call("/sometimes?counted"), 0);
    QCOMPARE(call("/one"), 0);
    QCOMPARE(call("/sometimes?counted"), 42902);
    QCOMPARE(call("/sometimes"), 0);
}

void TestGatekeeper::fillsBucketsUpAgain()
{
    auto gate = gatekeeper();
    const auto call = [&](qint64 nowMs) {
        return codeOf(
            gate.judge(head("POST", "/rare", { { "authorization", "Bearer user-1" } }), nowMs));
    };
    QCOMPARE(call(0), 0);
    QCOMPARE(call(0), 0);
    QCOMPARE(call(29'000), 42902);
    QCOMPARE(call(30'000), 0);
    QCOMPARE(call(30'000), 42902);
}

void TestGatekeeper::hasNoLimitAtZero()
{
    Http::ServerOptions options;
    options.limits.userRequestsPerSecond = 0;
    auto gate = gatekeeper(options);
    for (int i = 0; i < 1000; ++i)
        QCOMPARE(codeOf(gate.judge(
                     head("GET", "/mails/7", { { "authorization", "Bearer user-1" } }), 0)),
                 0);
}

// 1,024 buckets are in memory before full ones are thrown out: one of user 1, two of each other user.
void TestGatekeeper::allowsTheFirstCallsOfManyUsers()
{
    auto gate = gatekeeper();
    const auto call = [&](const char *method, const char *target, int user) {
        const QByteArray token = "Bearer user-" + QByteArray::number(user);
        return codeOf(gate.judge(head(method, target, { { "authorization", token } }), 0));
    };
    QCOMPARE(call("GET", "/mails/7", 1), 0);
    for (int user = 2; user < 1200; ++user) {
        QCOMPARE(call("POST", "/rare", user), 0);
        QCOMPARE(call("POST", "/rare", user), 0);
        QCOMPARE(call("POST", "/rare", user), 42902);
    }
}

QTEST_GUILESS_MAIN(TestGatekeeper)
#include "tst_gatekeeper.moc"

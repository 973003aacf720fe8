// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/router.h"

#include <QTest>

using namespace Qt::StringLiterals;
using Http::Match;
using Http::Route;
using Http::Router;

class TestRouter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void findsRoutes_data();
    void findsRoutes();
    void findsPages_data();
    void findsPages();
    void readsIds_data();
    void readsIds();
    void decodesTextParameters();

private:
    Router m_router;
};

void TestRouter::initTestCase()
{
    const auto add = [&](const char *method, const QByteArray &pattern) {
        m_router.add(method, pattern, Route{ .handler = [](const auto &, const auto &) {
                     } });
    };
    add("GET", "/");
    add("GET", "/mails");
    add("GET", "/mails/stats");
    add("GET", "/mails/:id");
    add("DELETE", "/mails/:id");
    add("PUT", "/mails/:id/read");
    add("POST", "/mails/batch-delete");
    add("GET", "/attachments/mail/:mailId");
    add("GET", "/attachments/:id/download");
    add("GET", "/oauth/:provider/device");
    add("GET", "/app/*");
}

void TestRouter::findsRoutes_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("pattern"); // empty: no route
    QTest::addColumn<QByteArray>("allow");   // empty: no such path

    const auto row = [](const QByteArray &method, const QByteArray &path, const QByteArray &pattern,
                        const QByteArray &allow) {
        QTest::newRow(method + ' ' + path) << method << path << pattern << allow;
    };
    row("GET", "/", "/", "GET, HEAD");
    row("GET", "/mails", "/mails", "GET, HEAD");
    row("HEAD", "/mails", "/mails", "GET, HEAD");
    row("GET", "/mails/stats", "/mails/stats", "GET, HEAD");
    row("GET", "/mails/7", "/mails/:id", "GET, HEAD, DELETE");
    row("DELETE", "/mails/7", "/mails/:id", "GET, HEAD, DELETE");
    row("PATCH", "/mails/7", "", "GET, HEAD, DELETE");
    row("PUT", "/mails/7/read", "/mails/:id/read", "PUT");
    row("GET", "/mails/batch-delete", "", "POST");
    row("GET", "/attachments/mail/3", "/attachments/mail/:mailId", "GET, HEAD");
    row("GET", "/attachments/3/download", "/attachments/:id/download", "GET, HEAD");
    row("GET", "/attachments/mail/download", "/attachments/mail/:mailId", "GET, HEAD");
    row("GET", "/app/a/b", "/app/*", "GET, HEAD");
    row("GET", "/app/", "/app/*", "GET, HEAD");
    row("GET", "/app", "", "");
    row("GET", "/mails/", "", "");
    row("GET", "/mails//read", "", "");
    row("GET", "//mails", "", "");
    row("GET", "/mails/7/", "", "");
    row("GET", "/mails/7/unknown", "", "");
    row("GET", "/Mails", "", "");
    row("GET", "", "", "");
    row("get", "/mails", "", "GET, HEAD");
}

void TestRouter::findsRoutes()
{
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, path);
    const Match match = m_router.find(method, path);
    QTEST(match.pattern, "pattern");
    QTEST(match.allow, "allow");
    QCOMPARE(match.route != nullptr, !match.pattern.isEmpty());
}

void TestRouter::findsPages_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QByteArray>("allow");

    const auto row = [](const QByteArray &method, const QByteArray &path, const QByteArray &pattern,
                        const QByteArray &allow) {
        QTest::newRow(method + ' ' + path) << method << path << pattern << allow;
    };
    row("GET", "/", "/*", "GET, HEAD");
    row("HEAD", "/drafts/3", "/*", "GET, HEAD");
    row("GET", "/a/b/c", "/*", "GET, HEAD");
    row("GET", "/apis", "/*", "GET, HEAD");
    row("POST", "/drafts/3", "", "GET, HEAD");
    row("GET", "/api/v1/mails", "/api/v1/mails", "GET, HEAD");
    row("POST", "/api/v1/mails", "", "GET, HEAD");
    row("GET", "/api/v1/unknown", "", "");
    row("POST", "/api/v1/unknown", "", "");
    row("GET", "/api", "", "");
    row("GET", "", "", "");
    row("GET", "drafts", "", "");
}

void TestRouter::findsPages()
{
    const Route route{ .handler = [](const auto &, const auto &) {
    } };
    Router router;
    router.add("GET", "/api/v1/mails", route);
    router.setPages(route);
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, path);
    const Match match = router.find(method, path);
    QTEST(match.pattern, "pattern");
    QTEST(match.allow, "allow");
    QCOMPARE(match.route != nullptr, !match.pattern.isEmpty());
}

void TestRouter::readsIds_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<std::optional<qint64>>("id");
    const std::optional<qint64> none;
    QTest::newRow("1") << QByteArray("1") << std::optional<qint64>(1);
    QTest::newRow("largest") << QByteArray("9007199254740991")
                             << std::optional<qint64>((qint64(1) << 53) - 1);
    QTest::newRow("past it") << QByteArray("9007199254740992") << none;
    QTest::newRow("far past it") << QByteArray("99999999999999999999") << none;
    QTest::newRow("0") << QByteArray("0") << none;
    QTest::newRow("leading zero") << QByteArray("01") << none;
    QTest::newRow("plus") << QByteArray("+1") << none;
    QTest::newRow("minus") << QByteArray("-1") << none;
    QTest::newRow("letters") << QByteArray("1a") << none;
    QTest::newRow("encoded digit") << QByteArray("%31") << none;
    QTest::newRow("fraction") << QByteArray("1.0") << none;
}

void TestRouter::readsIds()
{
    QFETCH(QByteArray, text);
    QFETCH(std::optional<qint64>, id);
    QCOMPARE(Http::parseId(text), id);
    const Match match = m_router.find("GET", "/mails/" + text);
    QCOMPARE(match.isBadId, !id.has_value());
    QCOMPARE(match.ids, id ? QList<qint64>{ *id } : QList<qint64>());
}

void TestRouter::decodesTextParameters()
{
    QCOMPARE(m_router.find("GET", "/oauth/g%C3%BC%2Fx/device").texts, QStringList(u"gü/x"_s));
    QCOMPARE(m_router.find("GET", "/app/a%20b/c").texts, QStringList(u"a b/c"_s));
    QVERIFY(m_router.find("GET", "/oauth/%ff/device").isBadId);
}

QTEST_GUILESS_MAIN(TestRouter)
#include "tst_router.moc"

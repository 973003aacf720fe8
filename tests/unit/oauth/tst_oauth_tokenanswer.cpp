// SPDX-License-Identifier: GPL-3.0-or-later
#include "oauth/tokenanswer.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using OAuth::TokenFailure;
using OAuth::Tokens;
using Kind = OAuth::TokenFailure::Kind;

Q_DECLARE_METATYPE(OAuth::Tokens)
Q_DECLARE_METATYPE(OAuth::TokenFailure::Kind)

namespace {

Net::HttpAnswer answered(int status, const QByteArray &body)
{
    Net::HttpAnswer answer;
    answer.status = status;
    answer.body = body;
    return answer;
}

} // namespace

/** Answers of providers, also of hostile ones. */
class TestTokenAnswer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void reads_data();
    void reads();
    void refuses_data();
    void refuses();
    void cutOffCountsNothing();
    void saysNothingBack_data();
    void saysNothingBack();
    void grantErrorsNeedANewSignIn();
    void readsDeviceCodes();
};

void TestTokenAnswer::reads_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<Tokens>("tokens");
    QTest::newRow("all") << QByteArray(
        R"({"access_token":"a","refresh_token":"r","token_type":"Bearer","expires_in":3599,"x":1})")
                         << Tokens{ "a", "r", 3599s };
    QTest::newRow("in another case")
        << QByteArray(R"({"access_token":"a","token_type":"bearer","expires_in":1})")
        << Tokens{ "a", "", 1s };
    QTest::newRow("no life") << QByteArray(R"({"access_token":"a","token_type":"Bearer"})")
                             << Tokens{ "a", "", 600s };
    QTest::newRow("life as text") << QByteArray(
        R"({"access_token":"a","token_type":"Bearer","expires_in":"3600"})")
                                  << Tokens{ "a", "", 3600s };
    QTest::newRow("life of a wrong type")
        << QByteArray(R"({"access_token":"a","token_type":"Bearer","expires_in":{}})")
        << Tokens{ "a", "", 600s };
    QTest::newRow("negative life")
        << QByteArray(R"({"access_token":"a","token_type":"Bearer","expires_in":-5})")
        << Tokens{ "a", "", 600s };
    QTest::newRow("endless life") << QByteArray(
        R"({"access_token":"a","token_type":"Bearer","expires_in":1e300})")
                                  << Tokens{ "a", "", std::chrono::days(30) };
    QTest::newRow("null refresh token")
        << QByteArray(R"({"access_token":"a","token_type":"Bearer","refresh_token":null})")
        << Tokens{ "a", "", 600s };
}

void TestTokenAnswer::reads()
{
    QFETCH(const QByteArray, json);
    QFETCH(const Tokens, tokens);
    const auto read = OAuth::readTokens(answered(200, json));
    QVERIFY2(read.ok(), read.ok() ? "" : qPrintable(read.error().said));
    QCOMPARE(read->accessToken, tokens.accessToken);
    QCOMPARE(read->refreshToken, tokens.refreshToken);
    QCOMPARE(read->life.count(), tokens.life.count());
}

void TestTokenAnswer::refuses_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<Kind>("kind");
    const auto row = [](const char *name, int status, const QByteArray &body, Kind kind) {
        QTest::newRow(name) << status << body << kind;
    };
    const auto token = [](const QByteArray &value) {
        return R"({"token_type":"Bearer","access_token":)" + value + '}';
    };
    row("empty", 200, "", Kind::Unreadable);
    row("not JSON", 200, "<html>Sign in</html>", Kind::Unreadable);
    row("an array", 200, "[]", Kind::Unreadable);
    row("not whole", 200, R"({"access_token":"a")", Kind::Unreadable);
    row("not UTF-8", 200, token("\"\xff\""), Kind::Unreadable);
    row("no token", 200, R"({"token_type":"Bearer"})", Kind::Unreadable);
    row("empty token", 200, token("\"\""), Kind::Unreadable);
    row("token is a number", 200, token("7"), Kind::Unreadable);
    row("token is an object", 200, token("{}"), Kind::Unreadable);
    row("token is null", 200, token("null"), Kind::Unreadable);
    row("line break in it", 200, token(R"("a\r\nb")"), Kind::Unreadable);
    row("^A in it", 200, token("\"a\\u0001b\""), Kind::Unreadable);
    row("NUL in it", 200, token("\"a\\u0000b\""), Kind::Unreadable);
    row("space in it", 200, token(R"("a b")"), Kind::Unreadable);
    row("not ASCII", 200, token("\"\\u20ac\""), Kind::Unreadable);
    row("too long", 200, token('"' + QByteArray(20'000, 'a') + '"'), Kind::Unreadable);
    row("no type", 200, R"({"access_token":"a"})", Kind::Unreadable);
    row("another type", 200, R"({"access_token":"a","token_type":"mac"})", Kind::Unreadable);
    row("type of a wrong type", 200, R"({"access_token":"a","token_type":["Bearer"]})",
        Kind::Unreadable);
    row("line break in the refresh token", 200,
        R"({"access_token":"a","token_type":"Bearer","refresh_token":"r\n"})", Kind::Unreadable);
    row("refresh token of a wrong type", 200,
        R"({"access_token":"a","token_type":"Bearer","refresh_token":1})", Kind::Unreadable);
    row("deep", 200, QByteArray(60'000, '['), Kind::Unreadable);
    row("invalid_grant", 400, R"({"error":"invalid_grant"})", Kind::Grant);
    row("invalid_grant with 401", 401, R"({"error":"invalid_grant"})", Kind::Grant);
    row("interaction", 400, R"({"error":"interaction_required"})", Kind::Grant);
    row("error with 200", 200, R"({"error":"invalid_grant"})", Kind::Grant);
    row("client", 401, R"({"error":"invalid_client"})", Kind::Setup);
    row("scope", 400, R"({"error":"invalid_scope"})", Kind::Setup);
    row("pending", 400, R"({"error":"authorization_pending"})", Kind::Pending);
    row("slow down", 400, R"({"error":"slow_down"})", Kind::SlowDown);
    row("denied", 400, R"({"error":"access_denied"})", Kind::Denied);
    row("expired", 400, R"({"error":"expired_token"})", Kind::Expired);
    row("later", 400, R"({"error":"temporarily_unavailable"})", Kind::Away);
    row("500", 500, R"({"error":"invalid_grant"})", Kind::Away);
    row("503", 503, "<html>", Kind::Away);
    row("429", 429, R"({"error":"invalid_grant"})", Kind::Away);
    row("404", 404, "<html>", Kind::Setup);
    row("redirection", 302, "", Kind::Setup);
    row("403 of a proxy", 403, R"({"error":{"code":403}})", Kind::Setup);
}

void TestTokenAnswer::refuses()
{
    QFETCH(const int, status);
    QFETCH(const QByteArray, body);
    QFETCH(const Kind, kind);
    const auto read = OAuth::readTokens(answered(status, body));
    QVERIFY(!read.ok());
    QCOMPARE(int(read.error().kind), int(kind));
}

void TestTokenAnswer::cutOffCountsNothing()
{
    Net::HttpAnswer answer = answered(200, R"({"access_token":"a","token_type":"Bearer"})");
    answer.isCut = true;
    QCOMPARE(OAuth::readTokens(answer).error().kind, Kind::Unreadable);
}

void TestTokenAnswer::saysNothingBack_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::newRow("error is the token") << QByteArray(R"({"error":"THE-SECRET-Token"})");
    QTest::newRow("description") << QByteArray(
        R"({"error":"invalid_grant","error_description":"THE-SECRET-Token"})");
    QTest::newRow("long") << QByteArray(R"({"error":")" + QByteArray(5000, 'x')
                                        + R"(THE-SECRET-Token"})");
}

void TestTokenAnswer::saysNothingBack()
{
    QFETCH(const QByteArray, body);
    const auto read = OAuth::readTokens(answered(400, body));
    const Error error = OAuth::errorOf(read.error(), u"Google"_s);
    QVERIFY(!error.message.contains(u"SECRET"));
    QVERIFY(error.message.size() < 300);
}

void TestTokenAnswer::grantErrorsNeedANewSignIn()
{
    for (const Kind kind : { Kind::Grant, Kind::Denied, Kind::Expired })
        QCOMPARE(OAuth::errorOf({ kind, {}, {} }, {}).code, Error::Code::SecretMissing);
    for (const Kind kind : { Kind::Setup, Kind::Unreadable, Kind::Away, Kind::Pending })
        QVERIFY(OAuth::errorOf({ kind, {}, Error::Code::Timeout }, {}).code
                != Error::Code::SecretMissing);
    QCOMPARE(OAuth::errorOf({ Kind::Away, {}, Error::Code::Timeout }, {}).code,
             Error::Code::Timeout);
}

void TestTokenAnswer::readsDeviceCodes()
{
    const auto read = OAuth::readDeviceCode(
        answered(200,
                 R"({"device_code":"d","user_code":"AB-CD","verification_uri":)"
                 R"("https://id.example.org/enter","expires_in":900})"));
    QVERIFY(read.ok());
    QCOMPARE(
        *read,
        (OAuth::DeviceCode{ "d", u"AB-CD"_s, u"https://id.example.org/enter"_s, {}, 900s, 5s }));
    const auto googles =
        OAuth::readDeviceCode(answered(200,
                                       R"({"device_code":"d","user_code":"AB","verification_url":)"
                                       R"("https://www.google.com/device","interval":0})"));
    QVERIFY(googles.ok());
    QCOMPARE(googles->interval, 5s);
    for (const QByteArray &bad :
         { QByteArray(R"({"device_code":"d","user_code":"A","verification_uri":"javascript:x"})"),
           QByteArray(R"({"device_code":"d","verification_uri":"https://a.example"})"),
           QByteArray(R"({"user_code":"A","verification_uri":"https://a.example"})") })
        QCOMPARE(OAuth::readDeviceCode(answered(200, bad)).error().kind, Kind::Unreadable);
}

QTEST_GUILESS_MAIN(TestTokenAnswer)
#include "tst_oauth_tokenanswer.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "crypto/base64url.h"
#include "crypto/digest.h"
#include "crypto/token.h"

#include <QTest>

using namespace Qt::StringLiterals;
using Crypto::TokenProblem;

class TokenTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void signsAsRfc7515Does();
    void acceptsItsOwn();
    void acceptsHeaderWithoutType();
    void endsToTheSecond();
    void refusesHeader_data();
    void refusesHeader();
    void refusesClaims_data();
    void refusesClaims();
    void refusesChangedText_data();
    void refusesChangedText();
    void oldKeyVerifiesForItsTime();
    void idsDiffer();
};

namespace {

constexpr qint64 now = 1'780'000'000;
const QByteArray secret(32, 's');
const Crypto::SigningKeys &keys()
{
    static const Crypto::SigningKeys ring = Crypto::SigningKeys::fromSecret(secret).value();
    return ring;
}

const Crypto::TokenClaims claims{ .userId = 7,
                                  .username = u"jürgen"_s,
                                  .role = u"admin"_s,
                                  .issuedAt = now - 60,
                                  .expiresAt = now + 60,
                                  .jti = "AAECAwQFBgcICQoLDA0ODw",
                                  .version = 3 };

QByteArray goodHeader()
{
    return R"({"alg":"HS256","typ":"JWT","kid":")" + keys().current().kid + R"("})";
}

const QByteArray goodPayload =
    R"({"iss":"postrider","aud":"postrider","sub":"7","user_id":7,"username":"j","role":"user",)"
    R"("iat":1779999940,"exp":1780000060,"jti":"AA","ver":3})";

QByteArray signedToken(const QByteArray &header, const QByteArray &payload)
{
    const QByteArray text = Crypto::toBase64Url(header) + '.' + Crypto::toBase64Url(payload);
    return text + '.' + Crypto::toBase64Url(Crypto::hmacSha256(secret, text));
}

} // namespace

void TokenTest::signsAsRfc7515Does()
{
    // RFC 7515 A.1: the signature of the standard's own example.
    const auto key = Crypto::fromBase64Url("AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75"
                                           "aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow");
    QVERIFY(key);
    const QByteArray header = "{\"typ\":\"JWT\",\r\n \"alg\":\"HS256\"}";
    const QByteArray payload = "{\"iss\":\"joe\",\r\n \"exp\":1300819380,\r\n "
                               "\"http://example.com/is_root\":true}";
    const QByteArray text = Crypto::toBase64Url(header) + '.' + Crypto::toBase64Url(payload);
    QCOMPARE(text,
             "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4"
             "MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ");
    QCOMPARE(Crypto::toBase64Url(Crypto::hmacSha256(*key, text)),
             "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
}

void TokenTest::acceptsItsOwn()
{
    const QByteArray token = Crypto::signToken(claims, keys());
    const auto read = Crypto::verifyToken(token, keys(), now);
    QVERIFY(read);
    QCOMPARE(*read, claims);
}

void TokenTest::acceptsHeaderWithoutType()
{
    const QByteArray header = R"({"alg":"HS256","kid":")" + keys().current().kid + R"("})";
    QVERIFY(Crypto::verifyToken(signedToken(header, goodPayload), keys(), now));
    QVERIFY(Crypto::verifyToken(signedToken(goodHeader(), goodPayload), keys(), now));
}

void TokenTest::endsToTheSecond()
{
    const QByteArray token = Crypto::signToken(claims, keys());
    QVERIFY(Crypto::verifyToken(token, keys(), claims.expiresAt - 1));
    QCOMPARE(Crypto::verifyToken(token, keys(), claims.expiresAt).error(), TokenProblem::Expired);
}

void TokenTest::refusesHeader_data()
{
    QTest::addColumn<QByteArray>("header");
    const QByteArray kid = keys().current().kid;
    const auto row = [&](const char *name, const QByteArray &text) {
        QTest::newRow(name) << QByteArray(text).replace("KID", kid);
    };
    row("alg none", R"({"alg":"none","typ":"JWT","kid":"KID"})");
    row("alg nOnE", R"({"alg":"nOnE","typ":"JWT","kid":"KID"})");
    row("alg HS512", R"({"alg":"HS512","typ":"JWT","kid":"KID"})");
    row("alg hs256", R"({"alg":"hs256","typ":"JWT","kid":"KID"})");
    row("no alg", R"({"typ":"JWT","kid":"KID"})");
    row("alg is a list", R"({"alg":["HS256"],"kid":"KID"})");
    row("crit", R"({"alg":"HS256","kid":"KID","crit":["exp"]})");
    row("empty crit", R"({"alg":"HS256","kid":"KID","crit":null})");
    row("other type", R"({"alg":"HS256","typ":"at+jwt","kid":"KID"})");
    row("unknown kid", R"({"alg":"HS256","typ":"JWT","kid":"other"})");
    row("no kid", R"({"alg":"HS256","typ":"JWT"})");
    row("kid is a number", R"({"alg":"HS256","kid":1})");
    row("not an object", R"(["HS256"])");
    row("not JSON", "HS256");
    row("empty", "");
}

void TokenTest::refusesHeader()
{
    QFETCH(QByteArray, header);
    QCOMPARE(Crypto::verifyToken(signedToken(header, goodPayload), keys(), now).error(),
             TokenProblem::Invalid);
}

void TokenTest::refusesClaims_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<TokenProblem>("expected");
    const auto row = [](const char *name, const char *from, const char *to,
                        TokenProblem expected = TokenProblem::Invalid) {
        QTest::newRow(name) << QByteArray(from) << QByteArray(to) << expected;
    };
    row("exp missing", R"("exp":1780000060,)", "");
    row("exp as a string", R"("exp":1780000060)", R"("exp":"1780000060")");
    row("exp null", R"("exp":1780000060)", R"("exp":null)");
    row("exp a fraction", R"("exp":1780000060)", R"("exp":1780000060.5)");
    row("exp negative", R"("exp":1780000060)", R"("exp":-1)");
    row("exp huge", R"("exp":1780000060)", R"("exp":1e300)");
    row("exp after the last year", R"("exp":1780000060)", R"("exp":253402300800)");
    row("exp passed", R"("exp":1780000060)", R"("exp":1779999969)", TokenProblem::Expired);
    row("nbf ahead", R"("exp":)", R"("nbf":1780000031,"exp":)");
    row("nbf as a string", R"("exp":)", R"("nbf":"1","exp":)");
    row("iss of another", R"("iss":"postrider")", R"("iss":"other")");
    row("iss missing", R"("iss":"postrider",)", "");
    row("aud of another", R"("aud":"postrider")", R"("aud":"other")");
    row("aud missing", R"("aud":"postrider",)", "");
    row("aud list without us", R"("aud":"postrider")", R"("aud":["a"])");
    row("sub of another", R"("sub":"7")", R"("sub":"8")");
    row("sub a number", R"("sub":"7")", R"("sub":7)");
    row("user_id missing", R"("user_id":7,)", "");
    row("user_id as a string", R"("user_id":7)", R"("user_id":"7")");
    row("ver missing", R"(,"ver":3)", "");
    row("iat missing", R"("iat":1779999940,)", "");
    row("jti missing", R"("jti":"AA",)", "");
    row("not JSON", R"("ver":3})", R"("ver":3)");
}

void TokenTest::refusesClaims()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QByteArray payload = goodPayload;
    payload.replace(from, to);
    QVERIFY(payload != goodPayload);
    const auto read = Crypto::verifyToken(signedToken(goodHeader(), payload), keys(), now);
    QVERIFY(!read);
    QTEST(read.error(), "expected");
}

void TokenTest::refusesChangedText_data()
{
    QTest::addColumn<QByteArray>("token");
    const QByteArray good = signedToken(goodHeader(), goodPayload);
    const QList<QByteArray> parts = good.split('.');
    const auto spoiled = [&](char last) {
        return good.chopped(1) + last;
    };
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("two parts") << parts[0] + '.' + parts[1];
    QTest::newRow("four parts") << good + ".AA";
    QTest::newRow("no signature") << parts[0] + '.' + parts[1] + '.';
    QTest::newRow("padding") << good + '=';
    // The last of 43 characters carries 4 bits: its two low bits must be zero.
    QTest::newRow("other last character") << spoiled(good.back() == 'A' ? 'E' : 'A');
    QTest::newRow("stray bits in the last character") << spoiled(char(good.back() + 1));
    QTest::newRow("standard alphabet") << parts[0] + '.' + parts[1] + '.'
            + QByteArray(parts[2]).replace('-', '+').replace('_', '/').replace(0, 1, "+");
    QTest::newRow("swapped payload") << parts[0] + '.'
            + Crypto::toBase64Url(QByteArray(goodPayload).replace("\"user\"", "\"admin\"")) + '.'
            + parts[2];
    QTest::newRow("wrong key") << Crypto::signToken(claims, Crypto::SigningKeys::generate());
    QTest::newRow("white space") << ' ' + good;
    QTest::newRow("too long") << signedToken(
        goodHeader(), QByteArray(goodPayload).replace("\"AA\"", '"' + QByteArray(4000, 'A') + '"'));
}

void TokenTest::refusesChangedText()
{
    QFETCH(QByteArray, token);
    QVERIFY(Crypto::verifyToken(signedToken(goodHeader(), goodPayload), keys(), now));
    const auto read = Crypto::verifyToken(token, keys(), now);
    QVERIFY(!read);
    QCOMPARE(read.error(), TokenProblem::Invalid);
}

void TokenTest::oldKeyVerifiesForItsTime()
{
    const QByteArray token = Crypto::signToken(claims, keys());
    const Crypto::SigningKeys rotated = keys().rotated(now, now + 10);
    QVERIFY(Crypto::verifyToken(token, rotated, now + 10));
    QCOMPARE(Crypto::verifyToken(token, rotated, now + 11).error(), TokenProblem::Invalid);
    QVERIFY(Crypto::verifyToken(Crypto::signToken(claims, rotated), rotated, now));
}

void TokenTest::idsDiffer()
{
    QCOMPARE(Crypto::newTokenId().size(), 22);
    QVERIFY(Crypto::newTokenId() != Crypto::newTokenId());
}

QTEST_APPLESS_MAIN(TokenTest)
#include "tst_token.moc"

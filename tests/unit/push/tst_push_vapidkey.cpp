// SPDX-License-Identifier: GPL-3.0-or-later
#include "crypto/base64url.h"
#include "crypto/random.h"
#include "push/vapidkey.h"
#include "storefixture.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Push;

namespace {

// openssl ecparam -name prime256v1 -genkey -noout, and the same key through openssl pkcs8 -topk8.
const QString sec1 = uR"(-----BEGIN EC PRIVATE KEY-----
MHcCAQEEIFJLb+e4tJHtFYiX365leiFjF+N58/+1tJcdSA3Kw/wEoAoGCCqGSM49
AwEHoUQDQgAEwHzIaZ52srzjQIZp6cSJMk8p1D6BizJqBXTIWEwCyNiw50phFXg6
7O/8lyAcHxIZtSP5n8fTK7hyPdUBeXl5rA==
-----END EC PRIVATE KEY-----
)"_s;
const QString pkcs8 = uR"(-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgUktv57i0ke0ViJff
rmV6IWMX43nz/7W0lx1IDcrD/AShRANCAATAfMhpnnayvONAhmnpxIkyTynUPoGL
MmoFdMhYTALI2LDnSmEVeDrs7/yXIBwfEhm1I/mfx9MruHI91QF5eXms
-----END PRIVATE KEY-----
)"_s;
const QString otherCurve = uR"(-----BEGIN EC PRIVATE KEY-----
MIGkAgEBBDABUFFI7DtXROIL2bTkuaQpGUpeM9BxrPbUeyRBQV1XGJDZHXriq26t
fXsE3hhA55agBwYFK4EEACKhZANiAAR8/6RfR/Q248xnw3x5Y4MKmpLzxMwwMJNo
8mlZ9Lh5V8rjKYaeNOMjfovZYf+gbdw2RXPC9CU18PdZmM1z2/43fKzeIkUAHDH+
lobvze+9H7sKCOcrx8n+rbDjFGXkhXo=
-----END EC PRIVATE KEY-----
)"_s;
const QString number = u"Uktv57i0ke0ViJffrmV6IWMX43nz_7W0lx1IDcrD_AQ"_s;
const QString point =
    u"BMB8yGmedrK840CGaenEiTJPKdQ-gYsyagV0yFhMAsjYsOdKYRV4Ouzv_JcgHB8SGbUj-Z_H0yu4cj3VAXl5eaw"_s;

Crypto::KeyRing ringWith(char fill)
{
    return Crypto::KeyRing(QList<QByteArray>{ QByteArray(32, fill) });
}

} // namespace

class tst_push_vapidkey : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void takesTheFormsThatToolsWrite_data();
    void takesTheFormsThatToolsWrite();
    void refusesWhatIsNoPair_data();
    void refusesWhatIsNoPair();
    void isMadeOnceAndKept();
    void isNotReplacedWhereItCannotBeOpened();
};

void tst_push_vapidkey::takesTheFormsThatToolsWrite_data()
{
    QTest::addColumn<QString>("publicText");
    QTest::addColumn<QString>("privateText");
    QString standard = point;
    standard.replace(u'-', u'+').replace(u'_', u'/');
    QTest::newRow("base64url") << point << number;
    QTest::newRow("with padding") << QString(point + u'=') << QString(number + u'=');
    QTest::newRow("standard alphabet, a line end") << QString(standard + u"=\n"_s) << number;
    QTest::newRow("SEC 1") << point << sec1;
    QTest::newRow("PKCS #8") << point << pkcs8;
}

void tst_push_vapidkey::takesTheFormsThatToolsWrite()
{
    QFETCH(QString, publicText);
    QFETCH(QString, privateText);
    const auto key = givenKey(publicText, privateText);
    QVERIFY(key.ok());
    QCOMPARE(Crypto::toBase64Url(key->publicKey()), point.toLatin1());
    QCOMPARE(Crypto::toBase64Url(key->privateKey()), number.toLatin1());
}

void tst_push_vapidkey::refusesWhatIsNoPair_data()
{
    QTest::addColumn<QString>("publicText");
    QTest::addColumn<QString>("privateText");
    const auto other = Crypto::P256Key::generate();
    const QString otherPoint = QString::fromLatin1(Crypto::toBase64Url(other.publicKey()));
    QTest::newRow("halves of two") << otherPoint << number;
    QTest::newRow("no public one") << u"abc"_s << number;
    QTest::newRow("no private one") << point << u"abc"_s;
    QTest::newRow("swapped") << number << point;
    QTest::newRow("zero") << point << QString(u"A"_s.repeated(43));
    QTest::newRow("another curve") << point << otherCurve;
    QTest::newRow("broken PEM") << point << QString(sec1).remove(40, 10);
}

void tst_push_vapidkey::refusesWhatIsNoPair()
{
    QFETCH(QString, publicText);
    QFETCH(QString, privateText);
    const auto key = givenKey(publicText, privateText);
    QVERIFY(!key);
    QCOMPARE(key.error().code, Error::Code::BadRequest);
    QVERIFY(!key.error().message.contains(privateText));
}

void tst_push_vapidkey::isMadeOnceAndKept()
{
    StoreFixture fixture;
    const auto made = must(storedKey(fixture.session(), ringWith('a')));
    fixture.reopen();
    const auto kept = must(storedKey(fixture.session(), ringWith('a')));
    QCOMPARE(kept.privateKey(), made.privateKey());
}

void tst_push_vapidkey::isNotReplacedWhereItCannotBeOpened()
{
    StoreFixture fixture;
    const auto made = must(storedKey(fixture.session(), ringWith('a')));
    QCOMPARE(storedKey(fixture.session(), ringWith('b')).error().code,
             Error::Code::SecretUnreadable);
    QCOMPARE(must(storedKey(fixture.session(), ringWith('a'))).privateKey(), made.privateKey());
}

QTEST_GUILESS_MAIN(tst_push_vapidkey)
#include "tst_push_vapidkey.moc"

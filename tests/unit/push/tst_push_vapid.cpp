// SPDX-License-Identifier: GPL-3.0-or-later
#include "crypto/base64url.h"
#include "push/vapid.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Push;

namespace {

const QUrl endpoint(u"https://push.example.net/send/abc?x=1"_s);
constexpr qint64 now = 1'800'000'000;

/** What a push service reads. */
struct Read {
    QByteArray token;
    QByteArray key; ///< 65 bytes

    QByteArray part(int index) const
    {
        return Crypto::fromBase64Url(token.split('.').value(index)).value_or(QByteArray());
    }
    QJsonObject claims() const { return QJsonDocument::fromJson(part(1)).object(); }
    bool isGenuine() const
    {
        const qsizetype dot = token.lastIndexOf('.');
        return Crypto::verifyEs256(key, token.first(dot), part(2));
    }
};

Read read(const QByteArray &header)
{
    const qsizetype comma = header.indexOf(", k=");
    return { header.mid(8, comma - 8), Crypto::fromBase64Url(header.mid(comma + 4)).value() };
}

} // namespace

class tst_push_vapid : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void signsWhoSends();
    void namesTheServiceAlone_data();
    void namesTheServiceAlone();
    void keepsATokenForHalfItsLife();
    void signaturesAreWholeAndRight();
    void otherKeysAndTextsAreNotRight();
};

void tst_push_vapid::signsWhoSends()
{
    const auto key = Crypto::P256Key::generate();
    Vapid vapid(key, u"mailto:admin@example.org"_s);
    const QByteArray header = vapid.authorization(endpoint, now);
    QVERIFY(header.startsWith("vapid t="));
    const Read seen = read(header);
    QCOMPARE(seen.key, key.publicKey());
    QCOMPARE(vapid.publicKey(), Crypto::toBase64Url(key.publicKey()));
    QCOMPARE(vapid.publicKey().size(), 87);
    QCOMPARE(seen.part(0), QByteArray(R"({"typ":"JWT","alg":"ES256"})"));
    const QJsonObject claims{ { u"aud"_s, u"https://push.example.net"_s },
                              { u"exp"_s, now + 12 * 3600 },
                              { u"sub"_s, u"mailto:admin@example.org"_s } };
    QCOMPARE(seen.claims(), claims);
    QVERIFY(seen.isGenuine());
}

void tst_push_vapid::namesTheServiceAlone_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QByteArray>("audience");
    QTest::newRow("usual port") << u"https://a.example:443/x"_s << QByteArray("https://a.example");
    QTest::newRow("other port") << u"https://a.example:8443/x"_s
                                << QByteArray("https://a.example:8443");
    QTest::newRow("plain, for tests")
        << u"http://127.0.0.1:9000/x"_s << QByteArray("http://127.0.0.1:9000");
    QTest::newRow("capitals") << u"https://A.Example/X"_s << QByteArray("https://a.example");
}

void tst_push_vapid::namesTheServiceAlone()
{
    QFETCH(QString, url);
    QTEST(audienceOf(QUrl(url)), "audience");
}

void tst_push_vapid::keepsATokenForHalfItsLife()
{
    Vapid vapid(Crypto::P256Key::generate(), u"mailto:a@example.org"_s);
    const QByteArray first = vapid.authorization(endpoint, now);
    QCOMPARE(vapid.authorization(endpoint, now + 6 * 3600 - 1), first);
    const QByteArray second = vapid.authorization(endpoint, now + 6 * 3600);
    QCOMPARE(read(second).claims()[u"exp"].toInteger(), now + 18 * 3600);
    // The clock was set back: the old token would be from the future.
    QCOMPARE(read(vapid.authorization(endpoint, now)).claims()[u"exp"].toInteger(),
             now + 12 * 3600);
    QVERIFY(vapid.authorization(QUrl(u"https://other.example/"_s), now) != first);
}

// Numbers with leading zeros are short in DER: one of 256 signatures has one.
void tst_push_vapid::signaturesAreWholeAndRight()
{
    const auto key = Crypto::P256Key::generate();
    for (int i = 0; i < 2000; ++i) {
        const QByteArray data = QByteArray::number(i);
        const QByteArray signature = key.sign(data);
        QCOMPARE(signature.size(), 64);
        QVERIFY(Crypto::verifyEs256(key.publicKey(), data, signature));
    }
}

void tst_push_vapid::otherKeysAndTextsAreNotRight()
{
    const auto key = Crypto::P256Key::generate();
    const QByteArray signature = key.sign("text");
    QByteArray changed = signature;
    changed[5] = char(changed[5] ^ 1);
    QVERIFY(!Crypto::verifyEs256(key.publicKey(), "text", changed));
    QVERIFY(!Crypto::verifyEs256(key.publicKey(), "texts", signature));
    QVERIFY(!Crypto::verifyEs256(key.publicKey(), "text", signature.first(63)));
    QVERIFY(!Crypto::verifyEs256(Crypto::P256Key::generate().publicKey(), "text", signature));
    QVERIFY(!Crypto::verifyEs256("no key", "text", signature));
    QVERIFY(!Crypto::P256Key::fromPrivate(QByteArray(32, '\0')));
    QVERIFY(!Crypto::P256Key::fromPrivate(QByteArray(32, '\xff')));
    QCOMPARE(Crypto::P256Key::fromPrivate(key.privateKey())->publicKey(), key.publicKey());
}

QTEST_GUILESS_MAIN(tst_push_vapid)
#include "tst_push_vapid.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "crypto/aesgcm.h"
#include "crypto/base64url.h"
#include "crypto/hkdf.h"
#include "push/encryption.h"

#include <QTest>

using namespace Push;

namespace {

QByteArray bytes(const char *base64Url)
{
    return Crypto::fromBase64Url(base64Url).value();
}

// RFC 8291, appendix A.
const QByteArray plain = "When I grow up, I want to be a watermelon";
const char *const receiverPublic =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const char *const receiverPrivate = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";
const char *const authSecret = "BTBZMqHH6r4Tts7J_aSIgg";
const char *const senderPublic =
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
const char *const senderPrivate = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
const char *const salt = "DGv6ra1nlYgDCS1FRnbzlw";
const char *const message =
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6"
    "TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulc"
    "y4a-fN";

Receiver receiver()
{
    return { bytes(receiverPublic), bytes(authSecret) };
}

/// Decrypts a message as the browser does.
QByteArray read(const QByteArray &body, const Crypto::P256Key &own, const QByteArray &auth)
{
    const QByteArray sender = body.mid(21, 65);
    const QByteArray info = QByteArray("WebPush: info") + '\0' + own.publicKey() + sender;
    const QByteArray secret = Crypto::hkdfSha256(auth, own.agree(sender).value(), info, 32);
    const auto derived = [&](const char *label, qsizetype size) {
        return Crypto::hkdfSha256(body.first(16), secret, QByteArray(label) + '\0', size);
    };
    return Crypto::aesGcmDecrypt(derived("Content-Encoding: aes128gcm", 16),
                                 derived("Content-Encoding: nonce", 12), {}, body.mid(86))
        .value_or("unreadable");
}

} // namespace

class tst_push_encryption : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void makesThePublishedMessage();
    void derivesThePublishedKeysOfContentEncoding();
    void isReadByTheBrowserAlone();
    void differsEachTime();
    void fillsTheWholeRecord();
    void takesKeysAsBrowsersWriteThem_data();
    void takesKeysAsBrowsersWriteThem();
    void refusesKeysThatAreNone_data();
    void refusesKeysThatAreNone();
};

void tst_push_encryption::makesThePublishedMessage()
{
    const auto key = Crypto::P256Key::fromPrivate(bytes(senderPrivate));
    QVERIFY(key);
    QCOMPARE(key->publicKey(), bytes(senderPublic));
    QCOMPARE(key->agree(bytes(receiverPublic)),
             bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs"));
    QCOMPARE(encrypt(plain, receiver(), { *key, bytes(salt) }), bytes(message));
    const auto own = Crypto::P256Key::fromPrivate(bytes(receiverPrivate));
    QCOMPARE(read(bytes(message), *own, bytes(authSecret)), plain + '\x02');
}

// RFC 8188, 3.1.
void tst_push_encryption::derivesThePublishedKeysOfContentEncoding()
{
    const auto derived = [](const char *label, qsizetype size) {
        return Crypto::hkdfSha256(bytes("I1BsxtFttlv3u_Oo94xnmw"), bytes("yqdlZ-tYemfogSmv7Ws5PQ"),
                                  QByteArray(label) + '\0', size);
    };
    QCOMPARE(derived("Content-Encoding: aes128gcm", 16), bytes("_wniytB-ofscZDh4tbSjHw"));
    QCOMPARE(derived("Content-Encoding: nonce", 12), bytes("Bcs8gkIRKLI8GeI8"));
}

void tst_push_encryption::isReadByTheBrowserAlone()
{
    const auto browser = Crypto::P256Key::generate();
    const QByteArray auth(16, 'a');
    const auto body = encrypt("hello", { browser.publicKey(), auth }, Fresh::make());
    QCOMPARE(read(*body, browser, auth), QByteArray("hello\x02"));
    QCOMPARE(read(*body, browser, QByteArray(16, 'b')), QByteArray("unreadable"));
    const auto other = Crypto::P256Key::generate();
    QCOMPARE(read(*body, other, auth), QByteArray("unreadable"));
}

void tst_push_encryption::differsEachTime()
{
    const auto one = encrypt(plain, receiver(), Fresh::make());
    const auto two = encrypt(plain, receiver(), Fresh::make());
    QVERIFY(one->first(16) != two->first(16));
    QVERIFY(one->mid(21, 65) != two->mid(21, 65));
    QVERIFY(one->mid(86) != two->mid(86));
}

void tst_push_encryption::fillsTheWholeRecord()
{
    const auto browser = Crypto::P256Key::generate();
    const QByteArray auth(16, 'a');
    const QByteArray longest(mostPayload, 'x');
    const auto body = encrypt(longest, { browser.publicKey(), auth }, Fresh::make());
    QCOMPARE(body->size(), 4096);
    QCOMPARE(read(*body, browser, auth), longest + '\x02');
    QCOMPARE(encrypt("", receiver(), Fresh::make())->size(), 103);
}

void tst_push_encryption::takesKeysAsBrowsersWriteThem_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("auth");
    const QByteArray key = bytes(receiverPublic), auth = bytes(authSecret);
    QTest::newRow("base64url") << QByteArray(receiverPublic) << QByteArray(authSecret);
    QTest::newRow("base64url, padded") << key.toBase64(QByteArray::Base64UrlEncoding)
                                       << auth.toBase64(QByteArray::Base64UrlEncoding);
    QTest::newRow("base64") << key.toBase64() << auth.toBase64();
}

void tst_push_encryption::takesKeysAsBrowsersWriteThem()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, auth);
    const auto taken = receiverFromText(key, auth);
    QVERIFY(taken);
    QCOMPARE(taken->publicKey, bytes(receiverPublic));
    QCOMPARE(taken->authSecret, bytes(authSecret));
}

void tst_push_encryption::refusesKeysThatAreNone_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("auth");
    const QByteArray key = bytes(receiverPublic);
    const QByteArray auth = bytes(authSecret);
    QByteArray offCurve = key;
    offCurve[64] = char(offCurve[64] ^ 1);
    QByteArray compressed = key.first(33);
    compressed[0] = 0x02;
    const auto row = [](const char *name, const QByteArray &point, const QByteArray &secret) {
        QTest::newRow(name) << Crypto::toBase64Url(point) << Crypto::toBase64Url(secret);
    };
    row("not on the curve", offCurve, auth);
    row("compressed", compressed, auth);
    row("infinity", QByteArray(1, '\0'), auth);
    row("zeros", QByteArray(65, '\0'), auth);
    row("zeros behind 04", '\x04' + QByteArray(64, '\0'), auth);
    row("64 bytes", key.first(64), auth);
    row("66 bytes", key + 'x', auth);
    row("short secret", key, auth.first(15));
    row("long secret", key, auth + 'x');
    row("nothing", {}, {});
    QTest::newRow("no base64") << QByteArray("!!!") << QByteArray(authSecret);
}

void tst_push_encryption::refusesKeysThatAreNone()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, auth);
    QVERIFY(!receiverFromText(key, auth));
}

QTEST_GUILESS_MAIN(tst_push_encryption)
#include "tst_push_encryption.moc"

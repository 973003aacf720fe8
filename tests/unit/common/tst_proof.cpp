// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/proof.h"

#include <QTest>

#include <numeric>

using namespace Qt::StringLiterals;

class TestProof : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fitsOneSecretOneAddressAndOneNonce();
    void comparesWhole();
    void readsOneSpellingOnly_data();
    void readsOneSpellingOnly();
};

namespace {

QByteArray bytesFrom(char first)
{
    QByteArray bytes(32, 0);
    std::iota(bytes.begin(), bytes.end(), first);
    return bytes;
}

} // namespace

void TestProof::fitsOneSecretOneAddressAndOneNonce()
{
    const QByteArray secret = bytesFrom(0);
    const QByteArray nonce = bytesFrom(100);
    const QByteArray proof = Proof::of(secret, u"127.0.0.1:8725"_s, nonce);
    // Computed with Python's hmac.
    QCOMPARE(Proof::toText(proof), "4g_HhA7LIfi6kFGMCsLYr0DalxsTByq73UfFfbWMVcw");
    QVERIFY(proof != Proof::of(secret, u"127.0.0.1:8726"_s, nonce));
    QVERIFY(proof != Proof::of(secret, u"127.0.0.1:8725"_s, bytesFrom(101)));
    QVERIFY(proof != Proof::of(bytesFrom(1), u"127.0.0.1:8725"_s, nonce));
}

void TestProof::comparesWhole()
{
    QVERIFY(Proof::isEqual("abc", "abc"));
    QVERIFY(!Proof::isEqual("abc", "abd"));
    QVERIFY(!Proof::isEqual("abc", "bbc"));
    QVERIFY(!Proof::isEqual("abc", "ab"));
    QVERIFY(!Proof::isEqual("abc", ""));
}

void TestProof::readsOneSpellingOnly_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("right") << QByteArray("AAEC_w") << QByteArray("\x00\x01\x02\xff", 4);
    QTest::newRow("padded") << QByteArray("AAEC_w==") << QByteArray();
    QTest::newRow("the other alphabet") << QByteArray("AAEC/w") << QByteArray();
    QTest::newRow("stray bits") << QByteArray("AAEC_x") << QByteArray();
    QTest::newRow("white space") << QByteArray("AAEC_w\n") << QByteArray();
    QTest::newRow("shorter") << QByteArray("AAEC") << QByteArray();
    QTest::newRow("longer") << QByteArray("AAEC_wAA") << QByteArray();
    QTest::newRow("nothing") << QByteArray() << QByteArray();
}

void TestProof::readsOneSpellingOnly()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, bytes);
    QCOMPARE(Proof::fromText(text, 4), bytes);
}

QTEST_APPLESS_MAIN(TestProof)
#include "tst_proof.moc"

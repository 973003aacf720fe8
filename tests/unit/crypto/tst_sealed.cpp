// SPDX-License-Identifier: GPL-3.0-or-later
#include "crypto/sealed.h"

#include <QTest>

using namespace Qt::StringLiterals;

class SealedTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void opensWhatItSealed_data();
    void opensWhatItSealed();
    void hasTheDocumentedForm();
    void refuses_data();
    void refuses();
    void opensWithAnOlderKey();
};

namespace {

const QByteArray keyA(32, 'a');
const QByteArray keyB(32, 'b');
const Crypto::KeyRing ring({ keyA });
const Crypto::SealPlace place{ .table = "secrets", .row = "7c1e", .column = "sealed" };

} // namespace

void SealedTest::opensWhatItSealed_data()
{
    QTest::addColumn<QByteArray>("plain");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("password") << QByteArray("p\xc3\xa4ssword");
    QTest::newRow("long") << QByteArray(100'000, 'x');
}

void SealedTest::opensWhatItSealed()
{
    QFETCH(QByteArray, plain);
    const auto opened = Crypto::unseal(Crypto::seal(plain, place, ring), place, ring);
    QVERIFY(opened);
    QCOMPARE(*opened, plain);
}

void SealedTest::hasTheDocumentedForm()
{
    const QByteArray sealedValue = Crypto::seal("secret", place, ring);
    QCOMPARE(sealedValue.size(), 6 + 37);
    QCOMPARE(sealedValue[0], char(1));
    QCOMPARE(sealedValue.sliced(1, 8), ring.current().id);
    QVERIFY(sealedValue != Crypto::seal("secret", place, ring));
    QVERIFY(!sealedValue.contains("secret"));
}

void SealedTest::refuses_data()
{
    QTest::addColumn<QByteArray>("sealedValue");
    QTest::addColumn<QString>("why");
    const QByteArray good = Crypto::seal("secret", place, ring);
    QByteArray version = good;
    version[0] = 2;
    QByteArray changed = good;
    changed[25] = char(changed[25] ^ 0x80);
    const Crypto::SealPlace otherRow{ .table = "secrets", .row = "7c1f", .column = "sealed" };
    const Crypto::SealPlace otherColumn{ .table = "secrets", .row = "7c1e", .column = "name" };
    const Crypto::SealPlace otherTable{ .table = "keys", .row = "7c1e", .column = "sealed" };
    const QString belongs = u"it was changed, or belongs to another row."_s;
    QTest::newRow("other row") << Crypto::seal("secret", otherRow, ring) << belongs;
    QTest::newRow("other column") << Crypto::seal("secret", otherColumn, ring) << belongs;
    QTest::newRow("other table") << Crypto::seal("secret", otherTable, ring) << belongs;
    QTest::newRow("changed") << changed << belongs;
    QTest::newRow("cut") << good.chopped(1) << belongs;
    QTest::newRow("other key") << Crypto::seal("secret", place, Crypto::KeyRing({ keyB }))
                               << u"it was sealed with another master key."_s;
    QTest::newRow("other version") << version << u"its format is unknown."_s;
    QTest::newRow("empty") << QByteArray() << u"its format is unknown."_s;
    QTest::newRow("short") << good.first(36) << u"its format is unknown."_s;
}

void SealedTest::refuses()
{
    QFETCH(QByteArray, sealedValue);
    QFETCH(QString, why);
    const auto opened = Crypto::unseal(sealedValue, place, ring);
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, Error::Code::SecretUnreadable);
    QVERIFY2(opened.error().message.endsWith(why), qPrintable(opened.error().message));
}

void SealedTest::opensWithAnOlderKey()
{
    const QByteArray sealedValue = Crypto::seal("secret", place, ring);
    const Crypto::KeyRing newer({ keyB, keyA });
    QCOMPARE(Crypto::unseal(sealedValue, place, newer), Result<QByteArray>(QByteArray("secret")));
    QVERIFY(Crypto::needsReseal(sealedValue, newer));
    QVERIFY(!Crypto::needsReseal(sealedValue, ring));
}

QTEST_APPLESS_MAIN(SealedTest)
#include "tst_sealed.moc"

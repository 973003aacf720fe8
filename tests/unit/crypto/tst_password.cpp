// SPDX-License-Identifier: GPL-3.0-or-later
#include "crypto/password.h"

#include <QTest>

using Crypto::PasswordCheck;

class PasswordTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void derivesPublishedKeys_data();
    void derivesPublishedKeys();
    void makesPhcString();
    void verifies_data();
    void verifies();
    void dummyHashFitsNothingAndCostsTheSame();
};

namespace {

// A cheap cost, so that the rows take no time.
constexpr Crypto::ScryptCost cheap{ .logN = 4, .r = 8, .p = 1 };

} // namespace

void PasswordTest::derivesPublishedKeys_data()
{
    QTest::addColumn<QByteArray>("password");
    QTest::addColumn<QByteArray>("salt");
    QTest::addColumn<Crypto::ScryptCost>("cost");
    QTest::addColumn<QByteArray>("expected");
    // RFC 7914 12.
    QTest::newRow("1") << QByteArray() << QByteArray() << Crypto::ScryptCost{ 4, 1, 1 }
                       << QByteArray("77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede2"
                                     "1442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c"
                                     "38d18906");
    QTest::newRow("2") << QByteArray("password") << QByteArray("NaCl")
                       << Crypto::ScryptCost{ 10, 8, 16 }
                       << QByteArray("fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b37"
                                     "31622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdf"
                                     "a2cc0640");
    QTest::newRow("3") << QByteArray("pleaseletmein") << QByteArray("SodiumChloride")
                       << Crypto::ScryptCost{ 14, 8, 1 }
                       << QByteArray("7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545d"
                                     "a1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b"
                                     "45575887");
}

void PasswordTest::derivesPublishedKeys()
{
    QFETCH(QByteArray, password);
    QFETCH(QByteArray, salt);
    QFETCH(Crypto::ScryptCost, cost);
    QTEST(Crypto::scrypt(password, salt, cost, 64).toHex(), "expected");
}

void PasswordTest::makesPhcString()
{
    const QByteArray phc = Crypto::hashPassword("correct horse");
    QVERIFY(phc.startsWith("$scrypt$ln=15,r=8,p=3$"));
    QCOMPARE(phc.count('$'), 4);
    QVERIFY(!phc.contains('=' + QByteArray("$")));
    QVERIFY(phc != Crypto::hashPassword("correct horse"));
    QCOMPARE(Crypto::verifyPassword("correct horse", phc), PasswordCheck::Right);
    QCOMPARE(Crypto::verifyPassword("correct horsf", phc), PasswordCheck::Wrong);
}

void PasswordTest::verifies_data()
{
    QTest::addColumn<QByteArray>("password");
    QTest::addColumn<QByteArray>("phc");
    QTest::addColumn<PasswordCheck>("expected");
    const QByteArray old = Crypto::hashPassword("p\xc3\xa4ss\0word", cheap);
    const QByteArray empty = Crypto::hashPassword("", cheap);
    QTest::newRow("other cost") << QByteArray("p\xc3\xa4ss\0word") << old
                                << PasswordCheck::RightButRehash;
    QTest::newRow("wrong, other cost") << QByteArray("pass") << old << PasswordCheck::Wrong;
    QTest::newRow("empty password") << QByteArray() << empty << PasswordCheck::RightButRehash;
    QTest::newRow("empty against a real one") << QByteArray() << old << PasswordCheck::Wrong;
    QTest::newRow("empty hash") << QByteArray("x") << QByteArray() << PasswordCheck::Wrong;
    QTest::newRow("other scheme") << QByteArray("x") << QByteArray("$argon2id$v=19$m=1$a$b")
                                  << PasswordCheck::Wrong;
    QTest::newRow("no hash part") << QByteArray() << QByteArray("$scrypt$ln=4,r=8,p=1$c2FsdA$")
                                  << PasswordCheck::Wrong;
    QTest::newRow("one byte hash")
        << QByteArray() << QByteArray("$scrypt$ln=4,r=8,p=1$c2FsdA$AA") << PasswordCheck::Wrong;
    QTest::newRow("too much memory")
        << QByteArray("x") << QByteArray("$scrypt$ln=24,r=8,p=1$c2FsdA$") + QByteArray(43, 'A')
        << PasswordCheck::Wrong;
    QTest::newRow("absurd cost") << QByteArray("x")
                                 << QByteArray("$scrypt$ln=99,r=0,p=0$c2FsdA$")
            + QByteArray(43, 'A') << PasswordCheck::Wrong;
    QTest::newRow("trailing bytes") << QByteArray() << empty + '\n' << PasswordCheck::Wrong;
}

void PasswordTest::verifies()
{
    QFETCH(QByteArray, password);
    QFETCH(QByteArray, phc);
    QTEST(Crypto::verifyPassword(password, phc), "expected");
}

void PasswordTest::dummyHashFitsNothingAndCostsTheSame()
{
    QVERIFY(Crypto::dummyHash().startsWith("$scrypt$ln=15,r=8,p=3$"));
    QCOMPARE(Crypto::dummyHash().size(), Crypto::hashPassword("x").size());
    QCOMPARE(Crypto::verifyPassword("x", Crypto::dummyHash()), PasswordCheck::Wrong);
}

QTEST_APPLESS_MAIN(PasswordTest)
#include "tst_password.moc"

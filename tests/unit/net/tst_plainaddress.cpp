// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/plainaddress.h"

#include <QTest>

using namespace Qt::StringLiterals;

class TestPlainAddress : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsByCustomer_data();
    void countsByCustomer();
    void countsNothingForNoAddress();
};

void TestPlainAddress::countsByCustomer_data()
{
    QTest::addColumn<QString>("address");
    QTest::addColumn<QString>("plain");
    QTest::addColumn<QString>("counted");
    const auto row = [](const char *address, const char *plain, const char *counted) {
        QTest::newRow(address) << QString::fromLatin1(address) << QString::fromLatin1(plain)
                               << QString::fromLatin1(counted);
    };
    row("192.0.2.1", "192.0.2.1", "192.0.2.1");
    row("::ffff:192.0.2.1", "192.0.2.1", "192.0.2.1");
    row("2001:db8:1:2::1", "2001:db8:1:2::1", "2001:db8:1:2::");
    row("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::");
    row("2001:db8:1:3::1", "2001:db8:1:3::1", "2001:db8:1:3::");
    row("fe80::1%eth0", "fe80::1%eth0", "fe80::");
    row("::1", "::1", "::");
}

void TestPlainAddress::countsByCustomer()
{
    QFETCH(const QString, address);
    QFETCH(const QString, plain);
    QFETCH(const QString, counted);
    QCOMPARE(Net::plainAddress(QHostAddress(address)).toString(), plain);
    QCOMPARE(Net::countedAddress(QHostAddress(address)).toString(), counted);
}

void TestPlainAddress::countsNothingForNoAddress()
{
    QVERIFY(Net::plainAddress(QHostAddress()).isNull());
    QVERIFY(Net::countedAddress(QHostAddress()).isNull());
}

QTEST_GUILESS_MAIN(TestPlainAddress)
#include "tst_plainaddress.moc"

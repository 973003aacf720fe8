// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/networks.h"

#include <QTest>

using namespace Qt::StringLiterals;
using Net::Networks;

class TestNetworks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsBlocksAndAddresses();
    void refusesWhatIsNone_data();
    void refusesWhatIsNone();
    void keepsTheFamiliesApart();
};

void TestNetworks::readsBlocksAndAddresses()
{
    const Result<Networks> networks =
        Networks::parse({ u"10.1.0.0/16"_s, u"127.0.0.1"_s, u"fd00::/8"_s, u"0.0.0.0/0"_s });
    QVERIFY(networks.ok());
    const Result<Networks> narrow = Networks::parse({ u"10.1.0.0/16"_s, u"127.0.0.1"_s });
    QVERIFY(narrow->contains(QHostAddress(u"10.1.255.255"_s)));
    QVERIFY(!narrow->contains(QHostAddress(u"10.2.0.0"_s)));
    QVERIFY(narrow->contains(QHostAddress(u"127.0.0.1"_s)));
    QVERIFY(!narrow->contains(QHostAddress(u"127.0.0.2"_s)));
    QVERIFY(!Networks().contains(QHostAddress(u"8.8.8.8"_s)));
}

void TestNetworks::refusesWhatIsNone_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text : { "", "localhost", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10/8",
                              "::/129", "fe80::1%eth0", "10.0.0.0/8/8", "10.0.0.0/x" })
        QTest::newRow(text) << QString::fromLatin1(text);
}

void TestNetworks::refusesWhatIsNone()
{
    QFETCH(QString, text);
    QVERIFY(!Networks::parse({ text }).ok());
}

void TestNetworks::keepsTheFamiliesApart()
{
    const Result<Networks> all4 = Networks::parse({ u"0.0.0.0/0"_s });
    QVERIFY(all4->contains(QHostAddress(u"::ffff:10.0.0.1"_s)));
    QVERIFY(!all4->contains(QHostAddress(u"::1"_s)));
    const Result<Networks> all6 = Networks::parse({ u"::/0"_s });
    QVERIFY(!all6->contains(QHostAddress(u"10.0.0.1"_s)));
}

QTEST_APPLESS_MAIN(TestNetworks)
#include "tst_networks.moc"

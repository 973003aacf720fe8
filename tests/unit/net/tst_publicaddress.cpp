// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/publicaddress.h"

#include <QTest>

using namespace Qt::StringLiterals;
using Net::AddressClass;

class TestPublicAddress : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsEachKind_data();
    void knowsEachKind();
    void allowsHomeServersButNeverMetadata();
    void callsOnlyWhatIsPublic_data();
    void callsOnlyWhatIsPublic();
    void callsWhatWasOpened();
    void knowsWhatAProxyMustNotBeAskedFor_data();
    void knowsWhatAProxyMustNotBeAskedFor();
};

void TestPublicAddress::knowsEachKind_data()
{
    QTest::addColumn<int>("kind");
    const auto row = [](const char *address, AddressClass kind) {
        QTest::newRow(address) << int(kind);
    };
    row("8.8.8.8", AddressClass::Public);
    row("2a00:1450:4001::1", AddressClass::Public);
    row("127.0.0.1", AddressClass::Loopback);
    row("127.255.0.9", AddressClass::Loopback);
    row("::1", AddressClass::Loopback);
    row("10.0.0.1", AddressClass::Private);
    row("172.16.0.1", AddressClass::Private);
    row("172.31.255.255", AddressClass::Private);
    row("172.32.0.1", AddressClass::Public);
    row("192.168.1.1", AddressClass::Private);
    row("100.64.0.1", AddressClass::Private);
    row("100.128.0.1", AddressClass::Public);
    row("fd12::1", AddressClass::Private);
    row("fec0::1", AddressClass::Private);
    row("169.254.169.254", AddressClass::LinkLocal);
    row("168.63.129.16", AddressClass::LinkLocal);
    row("fe80::1", AddressClass::LinkLocal);
    row("fd00:ec2::254", AddressClass::LinkLocal);
    row("fd20:ce::254", AddressClass::LinkLocal);
    row("fd00:c1::a9fe:a9fe", AddressClass::LinkLocal);
    row("fd00:42::42", AddressClass::LinkLocal);
    row("100.100.100.200", AddressClass::LinkLocal);
    row("100.100.100.201", AddressClass::Private);
    row("192.0.0.192", AddressClass::LinkLocal);
    row("::ffff:100.100.100.200", AddressClass::LinkLocal);
    row("::ffff:0:169.254.169.254", AddressClass::LinkLocal);
    row("::ffff:0:10.0.0.1", AddressClass::Private);
    row("::ffff:0:8.8.8.8", AddressClass::Public);
    row("::169.254.169.254", AddressClass::LinkLocal);
    row("64:ff9b::a9fe:a9fe", AddressClass::LinkLocal);
    row("64:ff9b:1::a9fe:a9fe", AddressClass::LinkLocal);
    row("64:ff9b:1:a9fe:a9:fe00::", AddressClass::LinkLocal);
    row("64:ff9b:1:a9:fe:a9fe::", AddressClass::LinkLocal);
    row("64:ff9b:1::a9:fea9:fe00:0", AddressClass::LinkLocal);
    row("64:ff9b:1::a00:1", AddressClass::Private);
    row("64:ff9b:1::808:808", AddressClass::Public);
    row("2002:a9fe:a9fe::1", AddressClass::LinkLocal);
    row("2001:db9::5efe:a9fe:a9fe", AddressClass::LinkLocal);
    row("2001:db9::200:5efe:a9fe:a9fe", AddressClass::LinkLocal);
    row("2001:db9::5efe:808:808", AddressClass::Public);
    row("0.0.0.0", AddressClass::Reserved);
    row("::", AddressClass::Reserved);
    row("192.0.2.1", AddressClass::Reserved);
    row("198.18.0.1", AddressClass::Reserved);
    row("224.0.0.1", AddressClass::Reserved);
    row("255.255.255.255", AddressClass::Reserved);
    row("2001:db8::1", AddressClass::Reserved);
    row("ff02::1", AddressClass::Reserved);
    row("2001::1", AddressClass::Reserved);
    row("::ffff:10.0.0.1", AddressClass::Private);
    row("::ffff:169.254.169.254", AddressClass::LinkLocal);
    row("::127.0.0.1", AddressClass::Loopback);
    row("64:ff9b::7f00:1", AddressClass::Loopback);
    row("2002:7f00:1::", AddressClass::Loopback);
    row("2002:808:808::", AddressClass::Public);
}

void TestPublicAddress::knowsEachKind()
{
    QFETCH(int, kind);
    const QHostAddress address(QString::fromLatin1(QTest::currentDataTag()));
    QVERIFY(!address.isNull());
    QCOMPARE(int(Net::addressClass(address)), kind);
}

void TestPublicAddress::allowsHomeServersButNeverMetadata()
{
    const QHostAddress home(u"192.168.1.2"_s);
    const QHostAddress metadata(u"169.254.169.254"_s);
    const QHostAddress open(u"9.9.9.9"_s);
    QVERIFY(Net::isMailServerAllowed(home, true));
    QVERIFY(!Net::isMailServerAllowed(home, false));
    QVERIFY(!Net::isMailServerAllowed(metadata, true));
    QVERIFY(Net::isMailServerAllowed(open, false));
}

void TestPublicAddress::callsOnlyWhatIsPublic_data()
{
    QTest::addColumn<bool>("isCalled");
    for (const char *refused : { "0.1.2.3",
                                 "10.0.0.1",
                                 "100.64.0.1",
                                 "127.0.0.1",
                                 "127.1.2.3",
                                 "169.254.169.254",
                                 "172.16.0.1",
                                 "172.31.255.255",
                                 "192.0.0.8",
                                 "192.0.2.1",
                                 "192.31.196.1",
                                 "192.52.193.1",
                                 "192.88.99.1",
                                 "192.168.0.1",
                                 "192.175.48.1",
                                 "198.18.0.1",
                                 "198.19.255.255",
                                 "198.51.100.7",
                                 "203.0.113.9",
                                 "224.0.0.1",
                                 "240.0.0.1",
                                 "255.255.255.255",
                                 "168.63.129.16",
                                 "::",
                                 "::1",
                                 "::127.0.0.1",
                                 "::ffff:127.0.0.1",
                                 "::ffff:10.0.0.1",
                                 "::ffff:169.254.169.254",
                                 "64:ff9b::7f00:1",
                                 "64:ff9b::a9fe:a9fe",
                                 "64:ff9b:1::808:808",
                                 "100::1",
                                 "fc00::1",
                                 "fd00:ec2::254",
                                 "fe80::1",
                                 "fec0::1",
                                 "ff02::1",
                                 "2001::1",
                                 "2001:1ff::1",
                                 "2001:db8::1",
                                 "2002:7f00:1::",
                                 "2002:808:808::",
                                 "3fff::1",
                                 "3fff:fff::1",
                                 "2620:4f:8000::1",
                                 "4000::1",
                                 "1fff::1" })
        QTest::newRow(refused) << false;
    for (const char *called :
         { "8.8.8.8", "1.1.1.1", "100.63.255.255", "100.128.0.1", "172.15.255.255", "172.32.0.1",
           "192.31.197.1", "198.17.255.255", "223.255.255.255", "2001:200::1", "2a00:1450:4001::1",
           "3fff:1000::1", "2620:4f:8001::1", "::ffff:8.8.8.8", "64:ff9b::808:808" })
        QTest::newRow(called) << true;
}

void TestPublicAddress::callsOnlyWhatIsPublic()
{
    QFETCH(bool, isCalled);
    const QHostAddress address(QString::fromLatin1(QTest::currentDataTag()));
    QVERIFY(!address.isNull());
    QCOMPARE(Net::mayBeCalled(address), isCalled);
}

void TestPublicAddress::callsWhatWasOpened()
{
    const auto opened = Net::Networks::parse({ u"192.168.1.0/24"_s, u"::1"_s });
    QVERIFY(opened.ok());
    QVERIFY(Net::mayBeCalled(QHostAddress(u"192.168.1.9"_s), *opened));
    QVERIFY(Net::mayBeCalled(QHostAddress(u"::ffff:192.168.1.9"_s), *opened));
    QVERIFY(Net::mayBeCalled(QHostAddress(u"::1"_s), *opened));
    QVERIFY(!Net::mayBeCalled(QHostAddress(u"192.168.2.9"_s), *opened));
    QVERIFY(!Net::mayBeCalled(QHostAddress(u"127.0.0.1"_s), *opened));
}

void TestPublicAddress::knowsWhatAProxyMustNotBeAskedFor_data()
{
    QTest::addColumn<bool>("isAllowed");
    for (const char *refused : { "169.254.169.254",
                                 "169.254.169.254.",
                                 "0xa9fea9fe",
                                 "0xA9.0xFE.0xA9.0xFE",
                                 "2852039166",
                                 "0251.0376.0251.0376",
                                 "169.254.43518",
                                 "1.169.254.169.254",
                                 "::ffff:169.254.169.254",
                                 "fd00:ec2::254",
                                 "fe80::1%eth0",
                                 "metadata",
                                 "Metadata.Google.Internal",
                                 "metadata.google.internal.",
                                 "metadata.goog",
                                 "instance-data",
                                 "instance-data.ec2.internal",
                                 "instance-data.eu-west-1.compute.internal",
                                 "metadata.azure.com",
                                 "metadata.azure.internal",
                                 "metadata.tencentyun.com" }) {
        QTest::newRow(refused) << false;
    }
    for (const char *allowed : { "mail.example.org", "9.9.9.9", "192.168.1.2", "mail.internal",
                                 "metadata.example.org", "mail.metadata", "mail1", "mail.0xyz" }) {
        QTest::newRow(allowed) << true;
    }
}

void TestPublicAddress::knowsWhatAProxyMustNotBeAskedFor()
{
    QFETCH(bool, isAllowed);
    QCOMPARE(Net::mayProxyReach(QString::fromLatin1(QTest::currentDataTag()), true), isAllowed);
}

QTEST_APPLESS_MAIN(TestPublicAddress)
#include "tst_publicaddress.moc"

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

QTEST_APPLESS_MAIN(TestPublicAddress)
#include "tst_publicaddress.moc"

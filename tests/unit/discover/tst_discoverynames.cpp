// SPDX-License-Identifier: GPL-3.0-or-later
#include "discover/emailaddress.h"
#include "discover/filefetch.h"
#include "discover/hostname.h"
#include "discover/nameserver.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Discover;

class TestDiscoveryNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsAddresses_data();
    void readsAddresses();
    void readsHostNames_data();
    void readsHostNames();
    void knowsWhatIsWithin();
    void readsNameservers_data();
    void readsNameservers();
    void followsRedirections_data();
    void followsRedirections();
};

void TestDiscoveryNames::readsAddresses_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("domain"); ///< empty: not an address
    QTest::newRow("usual") << u" nina@Example.ORG "_s << u"example.org"_s;
    QTest::newRow("other script") << u"nina@B\u00fccher.example"_s << u"xn--bcher-kva.example"_s;
    QTest::newRow("name in another script") << u"\u00f6zil@example.org"_s << u"example.org"_s;
    QTest::newRow("sub-address") << u"nina+x@mail.example.org"_s << u"mail.example.org"_s;
    QTest::newRow("no @") << u"nina"_s << QString();
    QTest::newRow("no name") << u"@example.org"_s << QString();
    QTest::newRow("no domain") << u"nina@"_s << QString();
    QTest::newRow("one label") << u"nina@localhost"_s << QString();
    QTest::newRow("two @") << u"a@b@example.org"_s << QString();
    QTest::newRow("address") << u"nina@127.0.0.1"_s << QString();
    QTest::newRow("literal") << u"nina@[IPv6:::1]"_s << QString();
    QTest::newRow("blank") << u"ni na@example.org"_s << QString();
    QTest::newRow("line") << u"nina@example.org\r\nx"_s << QString();
    QTest::newRow("hidden") << u"nina\u200b@example.org"_s << QString();
    QTest::newRow("long name") << QString(65, u'x') + u"@example.org"_s << QString();
    QTest::newRow("long domain") << u"a@"_s + u"abc."_s.repeated(64) + u"org"_s << QString();
    QTest::newRow("path") << u"a@example.org/x"_s << QString();
    QTest::newRow("port") << u"a@example.org:8080"_s << QString();
}

void TestDiscoveryNames::readsAddresses()
{
    QFETCH(QString, text);
    QFETCH(QString, domain);
    const auto read = emailAddress(text);
    QCOMPARE(read ? read->domain : QString(), domain);
    if (read)
        QCOMPARE(read->text, text.trimmed());
}

void TestDiscoveryNames::readsHostNames_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("name");
    QTest::newRow("usual") << u"IMAP.example.org."_s << u"imap.example.org"_s;
    QTest::newRow("underscore") << u"_x.example.org"_s << u"_x.example.org"_s;
    QTest::newRow("root") << u"."_s << QString();
    QTest::newRow("empty label") << u"a..example"_s << QString();
    QTest::newRow("hyphen") << u"-a.example"_s << QString();
    QTest::newRow("hexadecimal address") << u"127.0x1"_s << QString();
    QTest::newRow("escaped") << u"a\\032b.example"_s << QString();
    QTest::newRow("long label") << QString(64, u'a') + u".example"_s << QString();
}

void TestDiscoveryNames::readsHostNames()
{
    QFETCH(QString, text);
    QFETCH(QString, name);
    QCOMPARE(hostName(text).value_or(QString()), name);
}

void TestDiscoveryNames::knowsWhatIsWithin()
{
    QVERIFY(isWithin(u"imap.example.org"_s, u"example.org"_s));
    QVERIFY(isWithin(u"example.org"_s, u"example.org"_s));
    QVERIFY(!isWithin(u"badexample.org"_s, u"example.org"_s));
}

void TestDiscoveryNames::readsNameservers_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("port"); ///< 0: not a name server
    QTest::newRow("address") << u"192.0.2.53"_s << 53;
    QTest::newRow("port") << u"192.0.2.53:5353"_s << 5353;
    QTest::newRow("port 0") << u"192.0.2.53:0"_s << 0;
    QTest::newRow("no port") << u"192.0.2.53:"_s << 0;
    QTest::newRow("large port") << u"192.0.2.53:65536"_s << 0;
    QTest::newRow("name") << u"dns.example"_s << 0;
    QTest::newRow("part") << u"127.1"_s << 0;
    QTest::newRow("IPv6") << u"::1"_s << 0;
    QTest::newRow("nothing") << QString() << 0;
}

void TestDiscoveryNames::readsNameservers()
{
    QFETCH(QString, text);
    QFETCH(int, port);
    const auto server = nameserverFromText(text);
    QCOMPARE(server ? int(server->port) : 0, port);
}

void TestDiscoveryNames::followsRedirections_data()
{
    QTest::addColumn<QByteArray>("location");
    QTest::addColumn<QString>("to"); ///< empty: not followed
    QTest::newRow("path") << QByteArray("/b?c") << u"https://a.example/b?c"_s;
    QTest::newRow("other host") << QByteArray("https://b.example:8443/x#y")
                                << u"https://b.example:8443/x"_s;
    QTest::newRow("without scheme") << QByteArray("//b.example/x") << u"https://b.example/x"_s;
    QTest::newRow("plain") << QByteArray("http://a.example/") << QString();
    QTest::newRow("address") << QByteArray("https://93.184.216.34/") << QString();
    QTest::newRow("IPv6") << QByteArray("https://[::1]/") << QString();
    QTest::newRow("one label") << QByteArray("https://localhost/") << QString();
    QTest::newRow("other port") << QByteArray("https://a.example:25/") << QString();
    QTest::newRow("login") << QByteArray("https://u:p@b.example/") << QString();
    QTest::newRow("file") << QByteArray("file:///etc/passwd") << QString();
    QTest::newRow("nothing") << QByteArray() << QString();
}

void TestDiscoveryNames::followsRedirections()
{
    QFETCH(QByteArray, location);
    QFETCH(QString, to);
    const auto url = redirectedTo(QUrl(u"https://a.example/config.xml"_s), location);
    QCOMPARE(url ? url->toString(QUrl::FullyEncoded) : QString(), to);
}

QTEST_GUILESS_MAIN(TestDiscoveryNames)
#include "tst_discoverynames.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "discover/autoconfig.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Discover;
using Net::Security;

class TestConfigFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsServers();
    void refuses_data();
    void refuses();
    void passesOverWhatItDoesNotKnow();
    void readsOtherEncodings();
    void costsNoMoreThanItsLength();
    void choosesServers_data();
    void choosesServers();
    void fillsPlaceholders_data();
    void fillsPlaceholders();
    void showsCleanNames();
    void asksUnderTheseAddresses();
};

namespace {

const EmailAddress nina{ u"nina@example.org"_s, u"nina"_s, u"example.org"_s };

QByteArray file(const QByteArray &inside)
{
    return R"(<?xml version="1.0" encoding="UTF-8"?><clientConfig version="1.1"><emailProvider id="x">)"
        + inside + "</emailProvider></clientConfig>";
}

QByteArray server(const QByteArray &kind, const QByteArray &host, const QByteArray &port,
                  const QByteArray &security, const QByteArray &more = {})
{
    const QByteArray element = kind == "smtp" ? "outgoingServer" : "incomingServer";
    return '<' + element + " type=\"" + kind + "\"><hostname>" + host + "</hostname><port>" + port
        + "</port><socketType>" + security + "</socketType>" + more + "</" + element + '>';
}

QString shownOf(const std::optional<Server> &server)
{
    if (!server)
        return {};
    return u"%1:%2 %3 %4"_s.arg(server->host)
        .arg(server->port)
        .arg(QString::fromLatin1(Net::securityName(server->security)), server->username);
}

} // namespace

void TestConfigFile::readsServers()
{
    const auto read =
        readConfigFile(file("<displayName> Example\n Mail </displayName>"
                            + server("imap", "imap.example.org", "993", "SSL",
                                     "<username>%EMAILADDRESS%</username>"
                                     "<authentication>OAuth2</authentication>"
                                     "<authentication>password-cleartext</authentication>")
                            + server("pop3", "pop.example.org", "995", "SSL")
                            + server("smtp", "smtp.example.org", "587", "STARTTLS",
                                     "<authentication>password-encrypted</authentication>")));
    QVERIFY(read.ok());
    ConfigFile expected;
    expected.displayName = u"Example Mail"_s;
    expected.imap = {
        { u"imap.example.org"_s, 993, Security::Tls, u"%EMAILADDRESS%"_s, { "oauth2", "password" } }
    };
    expected.smtp = { { u"smtp.example.org"_s, 587, Security::StartTls, {}, { "password" } } };
    expected.hasPop = true;
    QCOMPARE(*read, expected);
}

void TestConfigFile::refuses_data()
{
    QTest::addColumn<QByteArray>("xml");
    QTest::addColumn<QString>("part");
    const auto row = [](const char *name, const QByteArray &xml, const QString &part) {
        QTest::newRow(name) << xml << part;
    };
    const QByteArray good = file(server("imap", "a.example", "993", "SSL"));
    QByteArray bomb = "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\">";
    for (char c = 'b'; c < 'k'; ++c)
        bomb += QByteArray("<!ENTITY ") + c + " \""
            + (QByteArray("&") + char(c - 1) + ';').repeated(10) + "\">";
    row("bomb", bomb + "]>" + file(server("imap", "&j;", "993", "SSL")), u"document type"_s);
    row("external entity",
        "<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>"
            + file(server("imap", "&e;", "993", "SSL")),
        u"document type"_s);
    row("plain document type", "<!DOCTYPE clientConfig>" + good, u"document type"_s);
    row("unknown entity", file(server("imap", "&nothing;", "993", "SSL")), u"line 1"_s);
    row("too long", good + QByteArray(64 * 1024, ' '), u"64 KiB"_s);
    row("empty", {}, u"line"_s);
    row("HTML", "<html><body>Not found</body></html>", u"not a mail configuration"_s);
    row("cut off", good.chopped(20), u"line"_s);
    row("not UTF-8", file("<displayName>\xff\xfe\xfd</displayName>"), u"line 1"_s);
    row("unknown encoding", "<?xml version=\"1.0\" encoding=\"klingon\"?><clientConfig/>",
        u"line 1"_s);
    row("no provider", "<clientConfig version=\"1.1\"></clientConfig>", u"no mail provider"_s);
    row("deep", file(QByteArray("<x>").repeated(5000) + QByteArray("</x>").repeated(5000)),
        u"too deeply"_s);
    row("two roots", good + good.mid(good.indexOf("<clientConfig")), u"line 1"_s);
}

void TestConfigFile::refuses()
{
    QFETCH(QByteArray, xml);
    QFETCH(QString, part);
    const auto read = readConfigFile(xml);
    QVERIFY(!read.ok());
    QCOMPARE(read.error().code, Error::Code::Protocol);
    QVERIFY2(read.error().message.contains(part), qPrintable(read.error().message));
}

void TestConfigFile::passesOverWhatItDoesNotKnow()
{
    const auto read = readConfigFile(file(
        "<domain>example.org</domain><future a=\"b\"><hostname>wrong.example</hostname></future>"
        + server("exchange", "wrong.example", "443", "SSL") + server("imap", "", "993", "SSL")
        + server("imap", "no.port", "70000", "SSL") + server("smtp2", "wrong.example", "1", "SSL")
        + server("imap", "a&amp;b<b>.inner</b>", "993", "SSL", "<hold><on/></hold><!-- x -->")));
    QVERIFY(read.ok());
    QCOMPARE(read->imap.size(), 1);
    QCOMPARE(read->imap.constFirst().host, u"a&b"_s);
    QVERIFY(read->smtp.isEmpty());
}

void TestConfigFile::readsOtherEncodings()
{
    QByteArray latin = file("<displayName>B\xfc"
                            "cher</displayName>");
    latin.replace("UTF-8", "ISO-8859-1");
    const auto read = readConfigFile(latin);
    QVERIFY(read.ok());
    QCOMPARE(read->displayName, u"Bücher"_s);
}

void TestConfigFile::costsNoMoreThanItsLength()
{
    const auto read = readConfigFile(file(server("imap", "a.example", "993", "SSL").repeated(400)));
    QVERIFY(read.ok());
    QCOMPARE(read->imap.size(), 20);
    QByteArray attributes;
    for (int i = 0; i < 3000; ++i)
        attributes += " a" + QByteArray::number(i) + "=\"x\"";
    QVERIFY(
        readConfigFile(file("<x" + attributes + "/>" + server("imap", "a.example", "993", "SSL")))
            .ok());
}

void TestConfigFile::choosesServers_data()
{
    QTest::addColumn<QByteArray>("servers");
    QTest::addColumn<QString>("imap"); ///< empty: the file has no usable servers
    QTest::addColumn<QString>("smtp");
    QTest::addColumn<QList<Warning>>("warnings");
    const auto row = [](const char *name, const QByteArray &servers, const QString &imap,
                        const QString &smtp, const QList<Warning> &warnings = {}) {
        QTest::newRow(name) << servers << imap << smtp << warnings;
    };
    const QByteArray smtp = server("smtp", "smtp.example.org", "465", "SSL");
    const QString sends = u"smtp.example.org:465 tls nina@example.org"_s;
    row("first with TLS",
        server("imap", "a.example", "143", "STARTTLS") + server("imap", "b.example", "993", "SSL")
            + smtp,
        u"a.example:143 starttls nina@example.org"_s, sends);
    row("without TLS only where there is no other",
        server("imap", "a.example", "143", "plain") + server("imap", "b.example", "993", "SSL")
            + smtp,
        u"b.example:993 tls nina@example.org"_s, sends);
    row("without TLS", server("imap", "a.example", "143", "plain") + smtp,
        u"a.example:143 none nina@example.org"_s, sends, { Warning::PlainText });
    row("sending without TLS",
        server("imap", "a.example", "993", "SSL") + server("smtp", "b.example", "25", "plain"),
        u"a.example:993 tls nina@example.org"_s, u"b.example:25 none nina@example.org"_s,
        { Warning::PlainText });
    row("no SMTP", server("imap", "a.example", "993", "SSL"),
        u"a.example:993 tls nina@example.org"_s, {});
    row("POP3 only", server("pop3", "a.example", "995", "SSL") + smtp, {}, {});
    row("login of another kind",
        server("imap", "a.example", "993", "SSL", "<authentication>GSSAPI</authentication>"), {},
        {});
    row("no host name", server("imap", "not a host", "993", "SSL"), {}, {});
    row("a name without a dot", server("imap", "localhost", "993", "SSL"), {}, {});
    row("an address", server("imap", "198.51.100.7", "993", "SSL"),
        u"198.51.100.7:993 tls nina@example.org"_s, {});
    row("an address in other words", server("imap", "0x7f.1", "993", "SSL"),
        u"127.0.0.1:993 tls nina@example.org"_s, {});
    row("another script",
        server("imap",
               "imap.b\xc3\xbc"
               "cher.example",
               "993", "SSL"),
        u"imap.xn--bcher-kva.example:993 tls nina@example.org"_s, {});
}

void TestConfigFile::choosesServers()
{
    QFETCH(QByteArray, servers);
    QFETCH(QString, imap);
    QFETCH(QString, smtp);
    QFETCH(QList<Warning>, warnings);
    const auto read = readConfigFile(file(servers));
    QVERIFY(read.ok());
    const auto settings = chooseServers(*read, nina);
    QCOMPARE(settings.ok(), !imap.isEmpty());
    if (!settings)
        return;
    QCOMPARE(shownOf(settings->imap), imap);
    QCOMPARE(shownOf(settings->smtp), smtp);
    QCOMPARE(settings->warnings, warnings);
}

void TestConfigFile::fillsPlaceholders_data()
{
    QTest::addColumn<QByteArray>("username");
    QTest::addColumn<QString>("filled");
    QTest::newRow("address") << QByteArray("%EMAILADDRESS%") << u"nina@example.org"_s;
    QTest::newRow("name") << QByteArray("%EMAILLOCALPART%") << u"nina"_s;
    QTest::newRow("both") << QByteArray("%EMAILLOCALPART%.%EMAILDOMAIN%") << u"nina.example.org"_s;
    QTest::newRow("lower case") << QByteArray("%emaillocalpart%") << u"nina"_s;
    QTest::newRow("unknown") << QByteArray("%REALNAME%") << u"nina@example.org"_s;
    QTest::newRow("none") << QByteArray() << u"nina@example.org"_s;
}

void TestConfigFile::fillsPlaceholders()
{
    QFETCH(QByteArray, username);
    QFETCH(QString, filled);
    const auto read = readConfigFile(file(server("imap", "imap.%EMAILDOMAIN%", "993", "SSL",
                                                 "<username>" + username + "</username>")));
    const auto settings = chooseServers(*read, nina);
    QCOMPARE(settings->imap->username, filled);
    QCOMPARE(settings->imap->host, u"imap.example.org"_s);
}

void TestConfigFile::showsCleanNames()
{
    const QByteArray name = QString(u"Good\u202eliaM "_s + QString(200, u'x')).toUtf8();
    const auto read = readConfigFile(file("<displayName>" + name + "</displayName>"
                                          + server("imap", "a.example", "993", "SSL")));
    const auto settings = chooseServers(*read, nina);
    QVERIFY(settings->provider.startsWith(u"GoodliaM xxx"));
    QCOMPARE(settings->provider.size(), 100);
}

void TestConfigFile::asksUnderTheseAddresses()
{
    const EmailAddress odd{ u"a&b+c@example.org"_s, u"a&b+c"_s, u"example.org"_s };
    QCOMPARE(
        autoconfigUrl(odd).toString(QUrl::FullyEncoded),
        u"https://autoconfig.example.org/mail/config-v1.1.xml?emailaddress=a%26b%2Bc%40example.org"_s);
    QCOMPARE(wellKnownUrl(odd).toString(QUrl::FullyEncoded),
             u"https://example.org/.well-known/autoconfig/mail/config-v1.1.xml"_s);
}

QTEST_GUILESS_MAIN(TestConfigFile)
#include "tst_configfile.moc"

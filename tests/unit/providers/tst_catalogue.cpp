// SPDX-License-Identifier: GPL-3.0-or-later
#include "providers/catalogue.h"

#include <QFile>
#include <QHostAddress>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QSet>
#include <QTest>
#include <QUrl>

using namespace Qt::StringLiterals;
using namespace Providers;

class TestCatalogue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fileIsRead();
    void entriesHaveTheFieldsThatThereAre_data();
    void entriesHaveTheFieldsThatThereAre();
    void nothingStandsTwice();
    void findsByDomain();
    void findsByMailExchanger_data();
    void findsByMailExchanger();
    void findsByImapHost();
    void namesWhatIsWrong_data();
    void namesWhatIsWrong();
};

namespace {

QByteArray fileText()
{
    QFile file(QStringLiteral(SOURCE_DIR "/resources/providers/providers.json"));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool isDomain(const QString &name)
{
    static const QRegularExpression form(u"^[a-z0-9-]+(\\.[a-z0-9-]+)+$"_s);
    return form.match(name).hasMatch();
}

} // namespace

void TestCatalogue::fileIsRead()
{
    const auto read = readProviders(fileText());
    QVERIFY2(read.ok(), read ? "" : qPrintable(read.error().message));
    QVERIFY(read->size() >= 25);
    QCOMPARE(all().size(), read->size());
}

void TestCatalogue::entriesHaveTheFieldsThatThereAre_data()
{
    QTest::addColumn<QJsonObject>("entry");
    for (const QJsonValue &value : QJsonDocument::fromJson(fileText()).array()) {
        const QJsonObject entry = value.toObject();
        const QString row = entry.value("name"_L1).toString() + u' '
            + entry.value("domains"_L1).toArray().first().toString();
        QTest::newRow(qPrintable(row)) << entry;
    }
}

void TestCatalogue::entriesHaveTheFieldsThatThereAre()
{
    QFETCH(QJsonObject, entry);
    static const QStringList needed = { u"name"_s, u"domains"_s, u"mxSuffixes"_s, u"imap"_s,
                                        u"smtp"_s, u"auth"_s,    u"keepsSent"_s };
    static const QStringList optional = { u"imapAliases"_s, u"oauth"_s, u"helpUrl"_s, u"note"_s };
    for (const QString &field : needed)
        QVERIFY2(entry.contains(field), qPrintable(field));
    for (const QString &field : entry.keys())
        QVERIFY2(needed.contains(field) || optional.contains(field), qPrintable(field));
    for (const auto field : { "domains"_L1, "mxSuffixes"_L1, "imapAliases"_L1 }) {
        for (const QJsonValue &name : entry.value(field).toArray())
            QVERIFY2(isDomain(name.toString()), qPrintable(name.toString()));
    }
    for (const auto field : { "imap"_L1, "smtp"_L1 }) {
        const QString host = entry.value(field).toObject().value("host"_L1).toString();
        QVERIFY2(host.isEmpty() || isDomain(host), qPrintable(host));
    }
    QCOMPARE(entry.value("imap"_L1).isNull(), entry.value("smtp"_L1).isNull());
    QCOMPARE(entry.value("imap"_L1).isNull(), entry.value("auth"_L1).toArray().isEmpty());
    const bool isSignedIn = entry.value("auth"_L1).toArray().contains(u"oauth2"_s);
    QVERIFY(isSignedIn || !entry.contains("oauth"_L1));
    const QString help = entry.value("helpUrl"_L1).toString();
    QVERIFY(help.isEmpty() || (QUrl(help).isValid() && help.startsWith(u"https://")));
    const QString note = entry.value("note"_L1).toString();
    QVERIFY(note.isEmpty() || note.endsWith(u'.'));
    QVERIFY(!entry.value("imap"_L1).isNull() || !note.isEmpty());
}

void TestCatalogue::nothingStandsTwice()
{
    QSet<QString> seen;
    for (const Provider &provider : all()) {
        for (const QString &domain : provider.domains) {
            QVERIFY2(!seen.contains(domain), qPrintable(domain));
            seen.insert(domain);
        }
        for (const QString &suffix : provider.mxSuffixes) {
            QVERIFY2(!seen.contains(u"mx "_s + suffix), qPrintable(suffix));
            seen.insert(u"mx "_s + suffix);
        }
    }
}

void TestCatalogue::findsByDomain()
{
    QCOMPARE(byDomain(u"FastMail.com"_s)->name, u"Fastmail"_s);
    QCOMPARE(byDomain(u"gmx.net."_s)->imap, (Server{ u"imap.gmx.net"_s, 993, Net::Security::Tls }));
    QVERIFY(!byDomain(u"example.org"_s));
    QVERIFY(!byDomain(u"notgmail.com"_s));
    QVERIFY(!byDomain(u"mail.gmail.com"_s));
}

void TestCatalogue::findsByMailExchanger_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("name");
    QTest::newRow("Google") << u"ASPMX.L.GOOGLE.COM."_s << u"Google Workspace"_s;
    QTest::newRow("Microsoft 365")
        << u"example-org.mail.protection.outlook.com"_s << u"Microsoft 365"_s;
    QTest::newRow("Microsoft 365 with DNSSEC")
        << u"example-org.a-v1.mx.microsoft"_s << u"Microsoft 365"_s;
    QTest::newRow("Outlook.com") << u"outlook-com.olc.protection.outlook.com"_s << u"Outlook.com"_s;
    QTest::newRow("Fastmail") << u"in1-smtp.messagingengine.com"_s << u"Fastmail"_s;
    QTest::newRow("ends alike") << u"mx.notgoogle.com"_s << QString();
    QTest::newRow("unknown") << u"mx.example.org"_s << QString();
    QTest::newRow("nothing") << QString() << QString();
}

void TestCatalogue::findsByMailExchanger()
{
    QFETCH(QString, host);
    QFETCH(QString, name);
    const auto found = byMailExchanger(host);
    QCOMPARE(found ? found->name : QString(), name);
}

void TestCatalogue::findsByImapHost()
{
    QCOMPARE(byImapHost(u"imap.googlemail.com"_s)->smtp->host, u"smtp.gmail.com"_s);
    QCOMPARE(byImapHost(u"outlook.office365.com"_s)->name, u"Microsoft 365"_s);
    QCOMPARE(byImapHost(u"imap-mail.outlook.com"_s)->name, u"Outlook.com"_s);
    QVERIFY(!byImapHost(u"127.0.0.1"_s)); // may be any server
    QVERIFY(!byImapHost(u"imap.example.org"_s));
}

void TestCatalogue::namesWhatIsWrong_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("part");
    const QByteArray server = R"({"host": "a.example", "port": 993, "security": "tls"})";
    const auto row = [](const char *name, const QByteArray &json, const QString &part) {
        QTest::newRow(name) << json << part;
    };
    row("no JSON", "nonsense", u"not a list"_s);
    row("no name", R"([{"imap": null, "smtp": null}])", u"no name"_s);
    row("no port", R"([{"name": "A", "imap": {"host": "a", "security": "tls"}, "smtp": null}])",
        u"A: a server needs"_s);
    row("plain text",
        R"([{"name": "A", "imap": {"host": "a", "port": 143, "security": "none"}, "smtp": null}])",
        u"A: a server needs"_s);
    row("unknown login",
        R"([{"name": "A", "imap": )" + server + R"(, "smtp": null, "auth": ["magic"]}])",
        u"magic is not a kind"_s);
}

void TestCatalogue::namesWhatIsWrong()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, part);
    const auto read = readProviders(json);
    QVERIFY(!read.ok());
    QVERIFY2(read.error().message.contains(part), qPrintable(read.error().message));
}

QTEST_GUILESS_MAIN(TestCatalogue)
#include "tst_catalogue.moc"

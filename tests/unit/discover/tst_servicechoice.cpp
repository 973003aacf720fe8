// SPDX-License-Identifier: GPL-3.0-or-later
#include "discover/servicechoice.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Discover;

class TestServiceChoice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ordersRecords();
    void chooses_data();
    void chooses();
    void knowsADomainWithoutImap();
};

namespace {

const EmailAddress nina{ u"nina@example.org"_s, u"nina"_s, u"example.org"_s };

ServiceRecord at(const QString &target, quint16 port = 993)
{
    return { 0, 0, port, target };
}

QString shown(const std::optional<Server> &server)
{
    return server ? u"%1:%2 %3"_s.arg(server->host)
                        .arg(server->port)
                        .arg(QString::fromLatin1(Net::securityName(server->security)))
                  : u"-"_s;
}

} // namespace

void TestServiceChoice::ordersRecords()
{
    const QList<ServiceRecord> given = { { 20, 99, 1, u"d.example"_s },
                                         { 10, 1, 2, u"c.example"_s },
                                         { 10, 5, 4, u"b.example"_s },
                                         { 10, 5, 3, u"B.example."_s },
                                         { 0, 0, 9, {} },
                                         { 0, 0, 0, u"a.example"_s },
                                         { 0, 0, 1, u"127.0.0.1"_s },
                                         { 0, 0, 1, u"localhost"_s } };
    const QList<ServiceRecord> expected = { { 10, 5, 3, u"b.example"_s },
                                            { 10, 5, 4, u"b.example"_s },
                                            { 10, 1, 2, u"c.example"_s },
                                            { 20, 99, 1, u"d.example"_s } };
    QCOMPARE(inOrder(given), expected);
}

void TestServiceChoice::chooses_data()
{
    QTest::addColumn<ServiceRecords>("records");
    QTest::addColumn<QString>("imap");
    QTest::addColumn<QString>("smtp");
    QTest::addColumn<bool>("isElsewhere");
    const auto row = [](const char *name, const ServiceRecords &records, const QString &imap,
                        const QString &smtp, bool isElsewhere = false) {
        QTest::newRow(name) << records << imap << smtp << isElsewhere;
    };
    const QString here = u"imap.example.org"_s;
    row("TLS from the first byte before STARTTLS",
        { { at(here) }, { at(here, 143) }, { at(here, 465) }, { at(here, 587) } },
        u"imap.example.org:993 tls"_s, u"imap.example.org:465 tls"_s);
    row("STARTTLS where there is no other",
        { {}, { at(here, 143) }, { at({}, 0) }, { at(here, 587) } },
        u"imap.example.org:143 starttls"_s, u"imap.example.org:587 starttls"_s);
    row("no SMTP", { { at(here) }, {}, {}, {} }, u"imap.example.org:993 tls"_s, u"-"_s);
    row("SMTP only", { {}, {}, { at(here, 465) }, {} }, u"-"_s, u"imap.example.org:465 tls"_s);
    row("elsewhere", { { at(u"imap.badexample.org"_s) }, {}, {}, {} },
        u"imap.badexample.org:993 tls"_s, u"-"_s, true);
    row("SMTP elsewhere", { { at(here) }, {}, { at(u"smtp.example.com"_s, 465) }, {} },
        u"imap.example.org:993 tls"_s, u"smtp.example.com:465 tls"_s, true);
    row("nothing", {}, u"-"_s, u"-"_s);
}

void TestServiceChoice::chooses()
{
    QFETCH(ServiceRecords, records);
    QFETCH(QString, imap);
    QFETCH(QString, smtp);
    QFETCH(bool, isElsewhere);
    const Settings settings = chooseServices(records, nina);
    QCOMPARE(shown(settings.imap), imap);
    QCOMPARE(shown(settings.smtp), smtp);
    QCOMPARE(settings.warnings.contains(Warning::OtherDomain), isElsewhere);
}

void TestServiceChoice::knowsADomainWithoutImap()
{
    QVERIFY(deniesImap({ { at({}, 0) }, { at(u"."_s, 0) }, {}, {} }));
    QVERIFY(deniesImap({ { at({}, 0) }, {}, {}, {} }));
    QVERIFY(!deniesImap({ {}, {}, {}, {} }));
    QVERIFY(!deniesImap({ { at({}, 0) }, { at(u"imap.example.org"_s, 143) }, {}, {} }));
}

QTEST_GUILESS_MAIN(TestServiceChoice)
#include "tst_servicechoice.moc"

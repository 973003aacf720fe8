// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/recipients.h"

#include <QTest>

using namespace Api;
using namespace Qt::StringLiterals;

/** A mail is sent only to the recipients that the user meant. */
class TestRecipients : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsWhatPeopleWrite_data();
    void readsWhatPeopleWrite();
    void refusesGuesses_data();
    void refusesGuesses();
    void namesTheField();
    void sendsToEachOnce();
};

void TestRecipients::readsWhatPeopleWrite_data()
{
    QTest::addColumn<QString>("entry");
    QTest::addColumn<QByteArrayList>("envelope");
    const auto row = [](const char *name, const QString &entry, const QByteArrayList &envelope) {
        QTest::newRow(name) << entry << envelope;
    };
    row("address", u"a@example.org"_s, { "a@example.org" });
    row("with blanks around", u"  a@example.org "_s, { "a@example.org" });
    row("with a name", u"Anna <a@example.org>"_s, { "a@example.org" });
    row("brackets alone", u"<a@example.org>"_s, { "a@example.org" });
    row("quoted name with a comma", u"\"Ko, Anna\" <a@example.org>"_s, { "a@example.org" });
    row("quoted name with an address", u"\"b@example.org\" <a@example.org>"_s, { "a@example.org" });
    row("name as a comment", u"a@example.org (Anna, at home)"_s, { "a@example.org" });
    row("two", u"a@example.org, B <b@example.org>"_s, { "a@example.org", "b@example.org" });
    row("semicolon", u"a@example.org; b@example.org"_s, { "a@example.org", "b@example.org" });
    row("group", u"Friends: a@example.org, B <b@example.org>;"_s,
        { "a@example.org", "b@example.org" });
    row("domain outside ASCII", u"a@bücher.example"_s, { "a@xn--bcher-kva.example" });
    row("plus and dots", u"a.b+c@example.org"_s, { "a.b+c@example.org" });
}

void TestRecipients::readsWhatPeopleWrite()
{
    QFETCH(QString, entry);
    QFETCH(QByteArrayList, envelope);
    MailInput mail;
    mail.to = { entry };
    const auto recipients = readRecipients(mail);
    QVERIFY(recipients.ok());
    QCOMPARE(recipients->envelope, envelope);
}

void TestRecipients::refusesGuesses_data()
{
    QTest::addColumn<QString>("entry");
    for (const char *entry : { "",
                               " ",
                               "anna",
                               "@example.org",
                               "anna@",
                               "a b@example.org",
                               "a@exa mple.org",
                               "a@example.org b@example.org",
                               "Anna <a@example.org",
                               "Anna a@example.org>",
                               "A <a@example.org> b@example.org",
                               "A <a@example.org> <b@example.org>",
                               "<a@example.org>, bob",
                               "a@example.org, bob",
                               "\"a@example.org",
                               "a@b@example.org",
                               "A <a@example.org>B",
                               "a@example.org>",
                               "a@@example.org",
                               "a@example..org" })
        QTest::newRow(entry) << QString::fromLatin1(entry);
}

void TestRecipients::refusesGuesses()
{
    QFETCH(QString, entry);
    MailInput mail;
    mail.to = { entry };
    const auto recipients = readRecipients(mail);
    QVERIFY(!recipients.ok());
    QCOMPARE(recipients.error().error, ApiError::InvalidRecipient);
}

void TestRecipients::namesTheField()
{
    MailInput mail;
    mail.to = { u"a@example.org"_s };
    mail.cc = { u"b@example.org"_s, u"bob"_s };
    const auto recipients = readRecipients(mail);
    QVERIFY(!recipients.ok());
    QCOMPARE(recipients.error().details.first().field, u"cc[1]"_s);
}

void TestRecipients::sendsToEachOnce()
{
    MailInput mail;
    mail.to = { u"A <a@example.org>"_s, u"b@example.org"_s };
    mail.cc = { u"a@example.org"_s };
    mail.bcc = { u"c@example.org"_s, u"b@example.org"_s };
    const auto recipients = readRecipients(mail);
    QVERIFY(recipients.ok());
    QCOMPARE(recipients->envelope,
             (QByteArrayList{ "a@example.org", "b@example.org", "c@example.org" }));
    QVERIFY(!recipients->needsUtf8);
}

QTEST_GUILESS_MAIN(TestRecipients)
#include "tst_recipients.moc"

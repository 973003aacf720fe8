// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsing/listing.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Parsing;

class tst_Listing : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void asksForNothingThatMarksAMailRead();
    void readsARowFromHeadersAndStructure();
    void createdAtIsTheServersTimeElseAPlausibleDateElseNow_data();
    void createdAtIsTheServersTimeElseAPlausibleDateElseNow();
    void knowsTheFlagsThatWeFollow_data();
    void knowsTheFlagsThatWeFollow();
    void guessesFilesByTheTypeUntilTheBodyIsThere_data();
    void guessesFilesByTheTypeUntilTheBodyIsThere();
    void leavesWhatIsTooLargeAtTheServer();
    void countsARepeatedUidOnceAndSkipsFlagNews();

private:
    static constexpr qint64 now = 1'780'000'000;
    static Imap::FetchedMessage message(const QByteArray &headers)
    {
        Imap::FetchedMessage fetched;
        fetched.uid = 7;
        fetched.headerFields = headers + "\r\n";
        return fetched;
    }
};

void tst_Listing::asksForNothingThatMarksAMailRead()
{
    const QByteArray items = Imap::fetchItems(listRequest());
    QVERIFY2(items.contains("BODY.PEEK[HEADER.FIELDS"), items.constData());
    QVERIFY2(!items.contains("BODY[") && !items.contains("RFC822)"), items.constData());
    QVERIFY(items.contains(" REFERENCES IN-REPLY-TO)"));
    QVERIFY(!items.contains("EMAILID")); // only from a server that offers OBJECTID
    QVERIFY(Imap::fetchItems(listRequest(true)).contains(" EMAILID "));
}

void tst_Listing::readsARowFromHeadersAndStructure()
{
    Imap::FetchedMessage fetched =
        message("From: =?utf-8?q?J=C3=BCrgen?= <j@example.org>, second@example.org\r\n"
                "To: A <a@example.org>, \"no address\"\r\nCc: c@example.org\r\n"
                "Subject: =?utf-8?b?5Lya6K6u?=\r\nDate: Fri, 05 Jun 2026 11:30:00 +0200\r\n"
                "Message-ID: <1@example.org>\r\nIn-Reply-To: <2@example.org>\r\n");
    fetched.internalDate = 1'780'651'900;
    fetched.size = 1234;
    fetched.flags = QList<QByteArray>{ "\\Seen" };
    fetched.bodyStructure = Imap::BodyStructure{};
    Store::NewMail expected;
    expected.uid = 7;
    expected.createdAt = 1'780'651'900;
    expected.sentAt = 1'780'651'800;
    expected.size = 1234;
    expected.isRead = true;
    expected.messageId = u"<1@example.org>"_s;
    expected.references = { u"<2@example.org>"_s };
    expected.from = u"j@example.org"_s;
    expected.fromName = u"Jürgen"_s;
    expected.to = QStringList{ u"a@example.org"_s };
    expected.cc = QStringList{ u"c@example.org"_s };
    expected.subject = u"会议"_s;
    QVERIFY(newMail(fetched, now) == expected);
}

void tst_Listing::createdAtIsTheServersTimeElseAPlausibleDateElseNow_data()
{
    QTest::addColumn<std::optional<qint64>>("internalDate");
    QTest::addColumn<QByteArray>("date");
    QTest::addColumn<qint64>("createdAt");
    using Time = std::optional<qint64>;
    const QByteArray past = "Thu, 01 Jan 2026 00:00:00 +0000";
    QTest::newRow("INTERNALDATE wins") << Time(5) << past << qint64(5);
    QTest::newRow("Date header") << Time() << past << qint64(1767225600);
    QTest::newRow("none") << Time() << QByteArray("nonsense") << now;
    QTest::newRow("before 1970") << Time() << QByteArray("Wed, 31 Dec 1969 23:59:59 +0000") << now;
    QTest::newRow("far in the future")
        << Time() << QByteArray("Fri, 01 Jan 2100 00:00:00 +0000") << now;
}

void tst_Listing::createdAtIsTheServersTimeElseAPlausibleDateElseNow()
{
    QFETCH(std::optional<qint64>, internalDate);
    QFETCH(QByteArray, date);
    Imap::FetchedMessage fetched = message("Date: " + date + "\r\n");
    fetched.internalDate = internalDate;
    QTEST(newMail(fetched, now).createdAt, "createdAt");
}

void tst_Listing::knowsTheFlagsThatWeFollow_data()
{
    QTest::addColumn<QList<QByteArray>>("flags");
    QTest::addColumn<int>("bits");
    using Flags = QList<QByteArray>;
    QTest::newRow("none") << Flags{} << 0;
    QTest::newRow("seen") << Flags{ "\\Seen" } << int(Store::ServerSeen);
    QTest::newRow("any case") << Flags{ "\\FLAGGED", "\\seen" }
                              << int(Store::ServerSeen | Store::ServerFlagged);
    QTest::newRow("answered") << Flags{ "\\Answered" } << int(Store::ServerAnswered);
    QTest::newRow("others") << Flags{ "\\Recent", "$Junk", "Seen", "\\Deleted" } << 0;
}

void tst_Listing::knowsTheFlagsThatWeFollow()
{
    QFETCH(QList<QByteArray>, flags);
    QTEST(int(serverFlags(flags)), "bits");
}

void tst_Listing::guessesFilesByTheTypeUntilTheBodyIsThere_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<bool>("hasAttachment");
    QTest::newRow("mixed") << "multipart/mixed; boundary=x"_ba << true;
    QTest::newRow("mixed in capitals") << "Multipart/MIXED;\r\n boundary=x"_ba << true;
    QTest::newRow("a file alone") << "application/pdf; name=a.pdf"_ba << true;
    QTest::newRow("text and HTML") << "multipart/alternative; boundary=x"_ba << false;
    QTest::newRow("images of the HTML") << "multipart/related; boundary=x"_ba << false;
    QTest::newRow("text") << "text/plain; name=application/pdf"_ba << false;
    QTest::newRow("broken") << ";;\"multipart/mixed"_ba << false;
    QTest::newRow("none") << QByteArray() << false;
}

void tst_Listing::guessesFilesByTheTypeUntilTheBodyIsThere()
{
    QFETCH(QByteArray, type);
    Imap::FetchedMessage fetched =
        message(type.isEmpty() ? "Subject: x\r\n"_ba : "Content-Type: " + type + "\r\n");
    QTEST(newMail(fetched, now).hasAttachment, "hasAttachment");
    fetched.bodyStructure = Imap::BodyStructure{}; // known, and without files
    QVERIFY(!newMail(fetched, now).hasAttachment);
}

void tst_Listing::leavesWhatIsTooLargeAtTheServer()
{
    Imap::FetchedMessage fetched = message("Subject: x\r\n");
    fetched.size = quint32(maxBodyStored);
    QVERIFY(newMail(fetched, now).attachments.isEmpty());
    fetched.size = quint32(maxBodyStored) + 1;
    Imap::BodyPart text{ .path = "1", .parent = 0, .type = "text", .subtype = "plain" };
    Imap::BodyPart movie{ .path = "2",
                          .parent = 0,
                          .type = "video",
                          .subtype = "mp4",
                          .disposition = "attachment",
                          .dispositionParameters = { { "filename", "holiday.mp4" } } };
    Imap::BodyPart mixed{ .type = "multipart", .subtype = "mixed" };
    fetched.bodyStructure = Imap::BodyStructure{ { mixed, text, movie } };
    const Store::NewMail mail = newMail(fetched, now);
    QCOMPARE(mail.bodyState, Store::BodyState::Pending); // until its outline is stored
    QVERIFY(mail.hasAttachment);
    QCOMPARE(mail.attachments.size(), 1);
    QCOMPARE(mail.attachments.first().filename, u"holiday.mp4"_s);
    QCOMPARE(mail.attachments.first().contentType, "video/mp4"_ba);
    QCOMPARE(mail.attachments.first().partPath, "2"_ba);
}

void tst_Listing::countsARepeatedUidOnceAndSkipsFlagNews()
{
    Imap::FetchedMessage other = message("Subject: b\r\n");
    other.uid = 8;
    Imap::FetchedMessage flagsOnly;
    flagsOnly.uid = 9;
    flagsOnly.flags = QList<QByteArray>();
    Imap::FetchedMessage nameless = message("Subject: c\r\n");
    nameless.uid = 0;
    const QList<Store::NewMail> mails = newMails(
        { message("Subject: a\r\n"), other, message("Subject: again\r\n"), flagsOnly, nameless },
        now);
    QCOMPARE(mails.size(), 2);
    QCOMPARE(mails[0].subject, u"a"_s);
    QCOMPARE(mails[1].subject, u"b"_s);
}

QTEST_GUILESS_MAIN(tst_Listing)
#include "tst_listing.moc"

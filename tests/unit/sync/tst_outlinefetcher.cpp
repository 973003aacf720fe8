// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderparts.h"
#include "sync/outlinefetcher.h"

#include <QRegularExpression>
#include <QTest>

using namespace Dialogue;
using namespace Qt::StringLiterals;
using namespace Sync;

/** How the outline of a large mail is fetched; what is in it: tst_outline. */
class tst_OutlineFetcher : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theHeadersAndTextsOfALargeMailAreStored();
    void aMailWithoutAReadableStructureIsLeftOut_data();
    void aMailWithoutAReadableStructureIsLeftOut();
    void aMailWithoutAHeaderIsLeftOut();
    void aLostConnectionIsNoRefusal();
    void theOutlineOfADeletedMailIsNotStored();
};

namespace {

const QString requestStructure = u"C: $ UID FETCH 3 (UID BODYSTRUCTURE)"_s;
const QString answerText =
    u"S: * 1 FETCH (UID 3 BODYSTRUCTURE (\"TEXT\" \"PLAIN\" NIL NIL NIL \"7BIT\" 5 1))"_s;
const QString requestText = u"C: $ UID FETCH 3 (UID BODY.PEEK[HEADER] BODY.PEEK[1]<0.5>)"_s;

QString section(const QString &name, const QString &data)
{
    return u" BODY[%1] {%2}\r\n%3"_s.arg(name, QString::number(data.size()), data);
}

void expectLeftOut()
{
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"uid= 3 is left out"_s));
}

} // namespace

void tst_OutlineFetcher::theHeadersAndTextsOfALargeMailAreStored()
{
    FolderFixture fixture;
    const qint64 id = fixture.insert({ 3 }).first();
    fixture.connect(
        { requestStructure,
          u"S: * 1 FETCH (UID 3 BODYSTRUCTURE ((\"TEXT\" \"PLAIN\" NIL NIL NIL \"7BIT\" 5 1)"
          u"(\"APPLICATION\" \"PDF\" NIL NIL NIL \"BASE64\" 60000000 NIL"
          u" (\"ATTACHMENT\" (\"FILENAME\" \"a.pdf\")) NIL)"
          u" \"MIXED\" (\"BOUNDARY\" \"out\") NIL NIL))"_s,
          ok,
          u"C: $ UID FETCH 3 (UID BODY.PEEK[HEADER] BODY.PEEK[1.MIME] BODY.PEEK[1]<0.5>"
          u" BODY.PEEK[2.MIME])"_s,
          u"S: * 1 FETCH (UID 3"_s
              + section(u"HEADER"_s,
                        u"Subject: Film\r\nContent-Type: multipart/mixed; boundary=out\r\n\r\n"_s)
              + section(u"1.MIME"_s, u"Content-Type: text/plain\r\n\r\n"_s)
              + section(u"1"_s, u"hello"_s).replace(u"[1]"_s, u"[1]<0>"_s)
              + section(u"2.MIME"_s,
                        u"Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n"
                        u"Content-Disposition: attachment; filename=a.pdf\r\n\r\n"_s)
              + u")"_s,
          ok });
    FolderParts parts(fixture);
    QVERIFY(must(awaited(parts.outlines.fetch({ id, 3, 80'000'000 }))));
    QCOMPARE(fixture.mails(), QStringList{ u"3 - there outline"_s });
    QVERIFY(fixture.rawBody(3).contains("hello"));
    QCOMPARE(fixture.number(u"SELECT count(*) FROM attachments WHERE filename = 'a.pdf'"
                            " AND size IS NULL"_s),
             1);
    QCOMPARE(fixture.takeEvents(), QList<QByteArray>{ "mail.updated" });
    QCOMPARE(fixture.problem(), QString());
}

void tst_OutlineFetcher::aMailWithoutAReadableStructureIsLeftOut_data()
{
    QTest::addColumn<QStringList>("answer");
    QTest::newRow("no such mail") << QStringList{ ok };
    QTest::newRow("refused") << QStringList{ no };
    QTest::newRow("without structure") << QStringList{ u"S: * 1 FETCH (UID 3)"_s, ok };
    QTest::newRow("NIL") << QStringList{ u"S: * 1 FETCH (UID 3 BODYSTRUCTURE NIL)"_s, ok };
    QTest::newRow("unreadable") << QStringList{ u"S: * 1 FETCH (UID 3 BODYSTRUCTURE (\"TEXT\"))"_s,
                                                ok };
}

void tst_OutlineFetcher::aMailWithoutAReadableStructureIsLeftOut()
{
    QFETCH(QStringList, answer);
    FolderFixture fixture;
    const qint64 id = fixture.insert({ 3 }).first();
    fixture.connect(QStringList{ requestStructure } + answer);
    FolderParts parts(fixture);
    expectLeftOut();
    QVERIFY(!must(awaited(parts.outlines.fetch({ id, 3, 80'000'000 }))));
    QVERIFY(parts.unreadable.contains(3));
    QCOMPARE(fixture.mails(), QStringList{ u"3 - there pending"_s });
    QCOMPARE(fixture.problem(), QString());
}

void tst_OutlineFetcher::aMailWithoutAHeaderIsLeftOut()
{
    FolderFixture fixture;
    const qint64 id = fixture.insert({ 3 }).first();
    fixture.connect({ requestStructure, answerText, ok, requestText,
                      u"S: * 1 FETCH (UID 3 BODY[HEADER] NIL BODY[1]<0> {5}\r\nhello)"_s, ok });
    FolderParts parts(fixture);
    expectLeftOut();
    QVERIFY(!must(awaited(parts.outlines.fetch({ id, 3, 80'000'000 }))));
    QCOMPARE(fixture.mails(), QStringList{ u"3 - there pending"_s });
    QCOMPARE(fixture.problem(), QString());
}

void tst_OutlineFetcher::aLostConnectionIsNoRefusal()
{
    FolderFixture fixture;
    const qint64 id = fixture.insert({ 3 }).first();
    fixture.connect({ requestStructure, answerText, ok, requestText, u"X"_s });
    FolderParts parts(fixture);
    QVERIFY(!awaited(parts.outlines.fetch({ id, 3, 80'000'000 })).ok());
    QVERIFY(parts.unreadable.isEmpty());
    QCOMPARE(fixture.mails(), QStringList{ u"3 - there pending"_s });
}

void tst_OutlineFetcher::theOutlineOfADeletedMailIsNotStored()
{
    FolderFixture fixture;
    const qint64 id = fixture.insert({ 3 }).first();
    fixture.deleteMail(3);
    fixture.connect({ requestStructure, answerText, ok, requestText,
                      u"S: * 1 FETCH (UID 3"_s + section(u"HEADER"_s, u"Subject: Film\r\n\r\n"_s)
                          + u" BODY[1]<0> {5}\r\nhello)"_s,
                      ok });
    FolderParts parts(fixture);
    QVERIFY(must(awaited(parts.outlines.fetch({ id, 3, 80'000'000 }))));
    QCOMPARE(fixture.mails(), QStringList());
    QVERIFY(fixture.takeEvents().isEmpty());
    QCOMPARE(fixture.problem(), QString());
}

QTEST_GUILESS_MAIN(tst_OutlineFetcher)
#include "tst_outlinefetcher.moc"

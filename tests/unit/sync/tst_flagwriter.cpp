// SPDX-License-Identifier: GPL-3.0-or-later
#include "folderparts.h"
#include "sync/flagwriter.h"

#include <QRegularExpression>
#include <QTest>

using namespace Dialogue;
using namespace Qt::StringLiterals;
using namespace Sync;

/** How users' flags are stored at the server, beside other clients that change them too. */
class tst_FlagWriter : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();

    void withoutChangesNothingIsSent();
    void aChangeIsStored();
    void mailsWithTheSameChangeShareACommand();
    void bothChangesOfAMailAreSent();
    void aChangeThatTheServerHasIsNotSent();
    void aChangeOfAnotherClientIsTakenOver();
    void onlyUnchangedMailsAreChanged();
    void flagsThatTheServerRefusesAreSentAgain();
    void afterTenRefusalsTheChangeIsDropped();
    void theChangeOfAMailThatWasMovedAwayWaits();
    void aLostConnectionKeepsTheChange();

private:
    void prepare(const QStringList &script, quint64 modSeq = 0);

    std::unique_ptr<FolderFixture> fixture;
    std::unique_ptr<FolderParts> parts;
};

namespace {

constexpr Store::FlagPatch asRead{ .isRead = true, .isStarred = {} };
constexpr Store::FlagPatch asStarred{ .isRead = {}, .isStarred = true };

const QString noop = u"C: $ NOOP"_s;

QString requestModSeq(const QString &uids)
{
    return u"C: $ UID FETCH %1 (UID FLAGS MODSEQ)"_s.arg(uids);
}

QString answerModSeq(quint32 uid, const QString &flags, int modSeq)
{
    return u"S: * %1 FETCH (UID %1 FLAGS (%2) MODSEQ (%3))"_s.arg(QString::number(uid), flags,
                                                                  QString::number(modSeq));
}

} // namespace

/// Three mails of an account whose flags are stored at the server.
void tst_FlagWriter::init()
{
    fixture = std::make_unique<FolderFixture>();
    fixture->changeAccount([](Store::Account &account) { account.flagSync = "both"; });
    fixture->insert({ 1, 2, 3 });
}

void tst_FlagWriter::cleanup()
{
    parts.reset();
    fixture.reset();
}

void tst_FlagWriter::prepare(const QStringList &script, quint64 modSeq)
{
    fixture->connect(script, modSeq == 0 ? QByteArray() : QByteArray("CONDSTORE"));
    parts = std::make_unique<FolderParts>(*fixture);
    parts->open.begin({ .exists = 3, .highestModSeq = modSeq });
}

void tst_FlagWriter::withoutChangesNothingIsSent()
{
    prepare({});
    must(awaited(parts->flagWriter.run()));
    QVERIFY(fixture->server->received().isEmpty());
}

void tst_FlagWriter::aChangeIsStored()
{
    fixture->mark(1, asRead);
    prepare({ requestFlags(u"1"_s), answerFlags(1), ok,                   //
              u"C: $ UID STORE 1 +FLAGS.SILENT (\\Seen)"_s, ok, noop, ok, //
              requestFlags(u"1"_s), answerFlags(1, u"\\Seen"_s), ok });
    must(awaited(parts->flagWriter.run()));
    QCOMPARE(fixture->pendingChanges(), 0);
    QCOMPARE(fixture->number(u"SELECT server_flags FROM mails WHERE uid = 1"_s), Store::ServerSeen);
    QCOMPARE(fixture->mails().first(), u"1 r there pending"_s);
    QCOMPARE(fixture->problem(), QString());
}

void tst_FlagWriter::mailsWithTheSameChangeShareACommand()
{
    fixture->mark(1, asRead);
    fixture->mark(2, asStarred);
    fixture->mark(3, asRead);
    prepare({ requestFlags(u"1:3"_s), answerFlags(1), answerFlags(2), answerFlags(3), ok, //
              u"C: $ UID STORE 1,3 +FLAGS.SILENT (\\Seen)"_s, ok,                         //
              u"C: $ UID STORE 2 +FLAGS.SILENT (\\Flagged)"_s, ok, noop, ok,              //
              requestFlags(u"1:3"_s), answerFlags(1), answerFlags(2), answerFlags(3), ok });
    must(awaited(parts->flagWriter.run()));
    QCOMPARE(fixture->pendingChanges(), 0);
    QCOMPARE(fixture->problem(), QString());
}

void tst_FlagWriter::bothChangesOfAMailAreSent()
{
    const auto takeStar = [this] {
        FolderParts earlier(*fixture);
        must(awaited(earlier.applier.applyFlags({ { 1, Store::ServerFlagged } })));
    };
    takeStar();
    fixture->mark(1, { .isRead = true, .isStarred = false });
    // The first command has changed the mail's modSeq, so the second one does not check it.
    prepare({ requestModSeq(u"1"_s), answerModSeq(1, u"\\Flagged"_s, 52), ok, //
              u"C: $ UID STORE 1 (UNCHANGEDSINCE 52) +FLAGS.SILENT (\\Seen)"_s, ok,
              u"C: $ UID STORE 1 -FLAGS.SILENT (\\Flagged)"_s, ok, noop, ok, //
              requestModSeq(u"1"_s), answerModSeq(1, u"\\Seen"_s, 54), ok },
            50);
    must(awaited(parts->flagWriter.run()));
    QCOMPARE(fixture->pendingChanges(), 0);
    QCOMPARE(fixture->mails().first(), u"1 r there pending"_s);
    QCOMPARE(fixture->problem(), QString());
}

void tst_FlagWriter::aChangeThatTheServerHasIsNotSent()
{
    fixture->mark(1, asRead);
    prepare({ requestFlags(u"1"_s), answerFlags(1, u"\\Seen"_s), ok, noop, ok });
    must(awaited(parts->flagWriter.run()));
    QCOMPARE(fixture->pendingChanges(), 0);
    QCOMPARE(fixture->mails().first(), u"1 r there pending"_s);
    QCOMPARE(fixture->problem(), QString());
}

void tst_FlagWriter::aChangeOfAnotherClientIsTakenOver()
{
    fixture->mark(1, asRead);
    prepare({ requestFlags(u"1"_s), answerFlags(1, u"\\Flagged"_s), ok,   //
              u"C: $ UID STORE 1 +FLAGS.SILENT (\\Seen)"_s, ok, noop, ok, //
              requestFlags(u"1"_s), answerFlags(1, u"\\Flagged \\Seen"_s), ok });
    must(awaited(parts->flagWriter.run()));
    QCOMPARE(fixture->pendingChanges(), 0);
    QCOMPARE(fixture->mails().first(), u"1 rs there pending"_s);
    QCOMPARE(fixture->problem(), QString());
}

// RFC 7162 3.1.3: another client changed mail 1 after its flags were fetched.
void tst_FlagWriter::onlyUnchangedMailsAreChanged()
{
    fixture->mark(1, asRead);
    fixture->mark(2, asRead);
    prepare({ requestModSeq(u"1:2"_s),
              answerModSeq(1, {}, 51),
              answerModSeq(2, {}, 52),
              ok, //
              u"C: $ UID STORE 1:2 (UNCHANGEDSINCE 52) +FLAGS.SILENT (\\Seen)"_s,
              u"S: $ OK [MODIFIED 1] one was changed"_s,
              noop,
              ok, //
              requestModSeq(u"1:2"_s),
              answerModSeq(1, {}, 53),
              answerModSeq(2, u"\\Seen"_s, 54),
              ok, //
              requestModSeq(u"1"_s),
              answerModSeq(1, u"\\Flagged"_s, 53),
              ok, //
              u"C: $ UID STORE 1 (UNCHANGEDSINCE 53) +FLAGS.SILENT (\\Seen)"_s,
              ok,
              noop,
              ok, //
              requestModSeq(u"1"_s),
              answerModSeq(1, u"\\Flagged \\Seen"_s, 55),
              ok },
            50);
    must(awaited(parts->flagWriter.run()));
    QCOMPARE(fixture->pendingChanges(), 0);
    QCOMPARE(
        fixture->mails(),
        (QStringList{ u"1 rs there pending"_s, u"2 r there pending"_s, u"3 - there pending"_s }));
    QCOMPARE(fixture->problem(), QString());
}

void tst_FlagWriter::flagsThatTheServerRefusesAreSentAgain()
{
    fixture->mark(1, asRead);
    const QStringList asked{ requestFlags(u"1"_s), answerFlags(1), ok };
    const QString store = u"C: $ UID STORE 1 +FLAGS.SILENT (\\Seen)"_s;
    prepare(asked + QStringList{ store, no, noop, ok } + asked + asked
            + QStringList{ store, ok, noop, ok } + asked);
    const Result<void> refused = awaited(parts->flagWriter.run());
    QVERIFY(!refused.ok());
    QCOMPARE(refused.error().code, Error::Code::Server);
    QCOMPARE(fixture->pendingChanges(), 1);
    must(awaited(parts->flagWriter.run()));
    QCOMPARE(fixture->pendingChanges(), 0);
    QCOMPARE(fixture->problem(), QString());
}

void tst_FlagWriter::afterTenRefusalsTheChangeIsDropped()
{
    fixture->mark(1, asRead);
    const QStringList asked{ requestFlags(u"1"_s), answerFlags(1), ok };
    const QStringList attempt =
        asked + QStringList{ u"C: $ UID STORE 1 +FLAGS.SILENT (\\Seen)"_s, no, noop, ok } + asked;
    QStringList script;
    for (int i = 0; i < 10; ++i)
        script += attempt;
    prepare(script);
    QTest::ignoreMessage(
        QtWarningMsg,
        QRegularExpression(
            u"uid= 1 keeps its flags at the server, because the server refused the change several "
            "times$"_s));
    for (int i = 0; i < 10; ++i) {
        QCOMPARE(fixture->pendingChanges(), 1);
        QVERIFY(!awaited(parts->flagWriter.run()).ok());
    }
    QCOMPARE(fixture->pendingChanges(), 0);
    QCOMPARE(fixture->mails().first(),
             u"1 r there pending"_s); // only the server's flag is given up
    QCOMPARE(fixture->problem(), QString());
}

// UID STORE of a mail that another client moved away does nothing and is no error.
void tst_FlagWriter::theChangeOfAMailThatWasMovedAwayWaits()
{
    fixture->mark(1, asRead);
    const QStringList none{ requestFlags(u"1"_s), ok, noop, ok };
    prepare(QStringList{ requestFlags(u"1"_s), answerFlags(1), ok,
                         u"C: $ UID STORE 1 +FLAGS.SILENT (\\Seen)"_s, ok, noop, ok,
                         requestFlags(u"1"_s), ok }
            + none + none + none);
    must(awaited(parts->flagWriter.run()));
    QCOMPARE(fixture->pendingChanges(), 1);
    QCOMPARE(fixture->problem(), QString());
}

void tst_FlagWriter::aLostConnectionKeepsTheChange()
{
    fixture->mark(1, asRead);
    prepare({ requestFlags(u"1"_s), answerFlags(1), ok, //
              u"C: $ UID STORE 1 +FLAGS.SILENT (\\Seen)"_s, u"X"_s });
    QVERIFY(!awaited(parts->flagWriter.run()).ok());
    QCOMPARE(fixture->pendingChanges(), 1);
    QCOMPARE(fixture->number(u"SELECT tries FROM pending_flag_changes"_s), 0);
}

QTEST_GUILESS_MAIN(tst_FlagWriter)
#include "tst_flagwriter.moc"

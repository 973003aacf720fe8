// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/extent.h"

#include <QTest>

using namespace Sync;

namespace {

constexpr qint64 now = 1'800'000'000;

Store::Folder folder(qint64 comparedAt = now - 100, quint64 modSeq = 50)
{
    Store::Folder known;
    known.uidValidity = 7;
    known.firstImportDone = true;
    known.highestModSeq = modSeq;
    known.comparedAt = comparedAt;
    return known;
}

Imap::Mailbox mailbox(quint32 uidValidity, quint64 modSeq, bool isResync)
{
    Imap::Mailbox opened;
    opened.uidValidity = uidValidity;
    opened.highestModSeq = modSeq;
    opened.isResync = isResync;
    return opened;
}

} // namespace

class TestExtent : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void comparesAllWhenDue_data();
    void comparesAllWhenDue();
    void followsTheServer_data();
    void followsTheServer();
    void knowsUnchangedFoldersByTheirCounts_data();
    void knowsUnchangedFoldersByTheirCounts();
    void addsUpMails_data();
    void addsUpMails();
};

void TestExtent::comparesAllWhenDue_data()
{
    QTest::addColumn<Store::Folder>("known");
    QTest::addColumn<bool>("isDistrusted");
    QTest::addColumn<bool>("isDue");
    QTest::newRow("compared a moment ago") << folder() << false << false;
    QTest::newRow("a second less than a day ago") << folder(now - 86'399) << false << false;
    QTest::newRow("a day ago") << folder(now - 86'400) << false << true;
    QTest::newRow("never") << folder(0) << false << true;
    QTest::newRow("tomorrow: the clock was set back") << folder(now + 86'400) << false << true;
    QTest::newRow("after an error") << folder() << true << true;
    QTest::newRow("no modSeq noted") << folder(now, 0) << false << true;
    Store::Folder begun = folder();
    begun.firstImportDone = false;
    QTest::newRow("in its first import") << begun << false << true;
}

void TestExtent::comparesAllWhenDue()
{
    QFETCH(Store::Folder, known);
    QFETCH(bool, isDistrusted);
    QFETCH(bool, isDue);
    QCOMPARE(isWholeDue(known, now, isDistrusted), isDue);
}

void TestExtent::followsTheServer_data()
{
    QTest::addColumn<Imap::Mailbox>("opened");
    QTest::addColumn<int>("extent");
    QTest::newRow("QRESYNC") << mailbox(7, 60, true) << int(Extent::Changes);
    QTest::newRow("CONDSTORE") << mailbox(7, 60, false) << int(Extent::Flags);
    QTest::newRow("nothing changed") << mailbox(7, 50, true) << int(Extent::Changes);
    QTest::newRow("the modSeq went back") << mailbox(7, 49, false) << int(Extent::Whole);
    QTest::newRow("NOMODSEQ") << mailbox(7, 0, false) << int(Extent::Whole);
    QTest::newRow("renumbered") << mailbox(8, 60, false) << int(Extent::Whole);
}

void TestExtent::followsTheServer()
{
    QFETCH(Imap::Mailbox, opened);
    QFETCH(int, extent);
    QCOMPARE(int(extentOf(folder(), opened)), extent);
}

void TestExtent::knowsUnchangedFoldersByTheirCounts_data()
{
    QTest::addColumn<Store::Folder>("known");
    QTest::addColumn<Imap::FolderStatus>("status");
    QTest::addColumn<qint64>("held");
    QTest::addColumn<bool>("isKnown");
    Store::Folder known = folder();
    known.uidNext = 20;
    const Imap::FolderStatus same{ .path = {},
                                   .messages = 5,
                                   .unseen = {},
                                   .uidNext = 20,
                                   .uidValidity = 7,
                                   .highestModSeq = 50 };
    QTest::newRow("nothing changed") << known << same << qint64(5) << true;
    QTest::newRow("what is here was not counted") << known << same << qint64(-1) << false;
    QTest::newRow("other mails are here") << known << same << qint64(6) << false;
    const auto row = [&](const char *name, auto change) {
        Imap::FolderStatus status = same;
        change(status);
        QTest::newRow(name) << known << status << qint64(5) << false;
    };
    row("renumbered", [](auto &status) { status.uidValidity = 8; });
    row("a new mail", [](auto &status) { status.uidNext = 21; });
    row("a flag changed", [](auto &status) { status.highestModSeq = 51; });
    row("one went", [](auto &status) { status.messages = 4; });
    row("without a modSeq", [](auto &status) { status.highestModSeq.reset(); });
    row("with a modSeq of 0", [](auto &status) { status.highestModSeq = 0; });
    row("without a count", [](auto &status) { status.messages.reset(); });
    row("without UIDNEXT", [](auto &status) { status.uidNext.reset(); });
    Store::Folder begun = known;
    begun.firstImportDone = false;
    QTest::newRow("in its first import") << begun << same << qint64(5) << false;
}

void TestExtent::knowsUnchangedFoldersByTheirCounts()
{
    QFETCH(Store::Folder, known);
    QFETCH(Imap::FolderStatus, status);
    QFETCH(qint64, held);
    QFETCH(bool, isKnown);
    QCOMPARE(isAsKnown(known, status, held), isKnown);
}

void TestExtent::addsUpMails_data()
{
    QTest::addColumn<Sum>("sum");
    QTest::addColumn<bool>("isRight");
    QTest::newRow("the same") << Sum{ 10, 0, 0, true } << true;
    QTest::newRow("some went, some came") << Sum{ 12, 3, 1, true } << true;
    QTest::newRow("one more than we know") << Sum{ 9, 0, 0, true } << false;
    QTest::newRow("one less than we know") << Sum{ 11, 0, 0, true } << false;
    QTest::newRow("more than we want") << Sum{ 3, 0, 1, false } << true;
    QTest::newRow("more than we want, and some went") << Sum{ 3, 1, 1, false } << false;
    QTest::newRow("less than we have") << Sum{ 11, 0, 0, false } << false;
}

void TestExtent::addsUpMails()
{
    QFETCH(Sum, sum);
    QFETCH(bool, isRight);
    QCOMPARE(addsUp(sum, 10), isRight);
}

QTEST_GUILESS_MAIN(TestExtent)
#include "tst_extent.moc"

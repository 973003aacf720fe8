// SPDX-License-Identifier: GPL-3.0-or-later
#include "mailfiles/maildirname.h"
#include "mailfiles/mailsource.h"
#include "mailfiles/readmail.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace MailFiles;

namespace {

const QByteArray fromLine = "From a@b Tue Nov 14 22:13:20 2023\n";

/** Files for a test. */
class Folder
{
public:
    QString path(const QString &name = {}) const { return m_dir.filePath(name); }
    void write(const QString &name, const QByteArray &bytes)
    {
        QDir().mkpath(QFileInfo(path(name)).path());
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write %s", qPrintable(name));
    }

private:
    QTemporaryDir m_dir;
};

QList<SourceMail> readAll(const QString &path, SourceFormat format = SourceFormat::Auto)
{
    MailSource source(path, format);
    QList<SourceMail> mails;
    while (const std::optional<SourceMail> mail = source.next())
        mails.append(*mail);
    return mails;
}

} // namespace

class TestMailSource : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsFlagsAndTimeOfAMaildirName_data();
    void readsFlagsAndTimeOfAMaildirName();
    void readsAllFilesOfAFolderByName();
    void readsAMaildirWithItsFlags();
    void readsTheFoldersOfAMaildir();
    void readsTheStatusInAnMbox();
    void knowsWhatIsMarkedAsDeleted_data();
    void knowsWhatIsMarkedAsDeleted();
    void knowsHowMuchIsRead();
    void namesWhatIsNoMail();
    void takesTheTimeThatIsKnown();
};

void TestMailSource::readsFlagsAndTimeOfAMaildirName_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isRead");
    QTest::addColumn<bool>("isStarred");
    QTest::addColumn<bool>("isDeleted");
    QTest::addColumn<qint64>("time");
    QTest::newRow("new") << u"1700000000.M1P2.host"_s << false << false << false
                         << qint64(1'700'000'000);
    QTest::newRow("read") << u"1700000000.M1P2.host,S=12:2,RS"_s << true << false << false
                          << qint64(1'700'000'000);
    QTest::newRow("starred") << u"1700000000.M1P2.host:2,FT"_s << false << true << true
                             << qint64(1'700'000'000);
    QTest::newRow("no colons") << u"1700000000.M1P2.host;2,FS"_s << true << true << false
                               << qint64(1'700'000'000);
    QTest::newRow("no flags") << u"1700000000.M1P2.FS:2,"_s << false << false << false
                              << qint64(1'700'000'000);
    QTest::newRow("no time") << u"mail:2,S"_s << true << false << false << qint64(0);
}

void TestMailSource::readsFlagsAndTimeOfAMaildirName()
{
    QFETCH(QString, name);
    const MaildirName said = maildirName(name);
    QTEST(said.isRead, "isRead");
    QTEST(said.isStarred, "isStarred");
    QTEST(said.isDeleted, "isDeleted");
    QTEST(said.time.value_or(0), "time");
}

void TestMailSource::readsAllFilesOfAFolderByName()
{
    Folder folder;
    folder.write(u"b.mbox"_s, fromLine + "B: 1\n\n" + fromLine + "B: 2\n\n");
    folder.write(u"a.eml"_s, "\nA: 1\n");
    folder.write(u"c/d"_s, "D: 1\n");
    folder.write(u"c/e"_s, fromLine + "E: 1\n\n");
    folder.write(u".hidden"_s, "F: 1\n");
    QList<QByteArray> raws;
    for (const SourceMail &mail : readAll(folder.path()))
        raws.append(mail.raw);
    QCOMPARE(raws, QList<QByteArray>({ "\nA: 1\n", "B: 1\n", "B: 2\n", "D: 1\n", "E: 1\n" }));
}

void TestMailSource::readsAMaildirWithItsFlags()
{
    Folder folder;
    folder.write(u"box/cur/1700000000.a:2,FS"_s, "A: 1\n");
    folder.write(u"box/new/1700000001.b"_s, fromLine + "B: 1\n");
    folder.write(u"box/tmp/1700000002.c"_s, "C: 1\n");
    folder.write(u"box/dovecot-uidlist"_s, "3 V1 N4\n");
    const QList<SourceMail> mails = readAll(folder.path());
    QCOMPARE(mails.size(), 2);
    QCOMPARE(mails[0].raw, QByteArray("A: 1\n"));
    QVERIFY(mails[0].isRead && mails[0].isStarred);
    QCOMPARE(mails[0].time, std::optional<qint64>(1'700'000'000));
    QCOMPARE(mails[1].raw, fromLine + "B: 1\n");
    QVERIFY(!mails[1].isRead && !mails[1].isStarred);
}

void TestMailSource::readsTheFoldersOfAMaildir()
{
    Folder folder;
    for (const QString &name : { u"box"_s, u"box/.Sent"_s, u"box/.Sent.2024"_s }) {
        folder.write(name + u"/cur/1700000000.a:2,S"_s, "A: " + name.toUtf8() + '\n');
        QDir().mkpath(folder.path(name + u"/new"_s));
    }
    folder.write(u"box/.cache/a"_s, "B: 1\n");
    const QList<SourceMail> mails = readAll(folder.path());
    QCOMPARE(mails.size(), 3);
    QCOMPARE(mails[0].raw, QByteArray("A: box\n"));
    QCOMPARE(mails[1].raw, QByteArray("A: box/.Sent\n"));
    QCOMPARE(mails[2].raw, QByteArray("A: box/.Sent.2024\n"));
}

void TestMailSource::knowsWhatIsMarkedAsDeleted_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<bool>("isRead");
    QTest::addColumn<bool>("isStarred");
    QTest::addColumn<bool>("isDeleted");
    QTest::newRow("X-Status") << QByteArray("X-Status: D\n") << true << false << true;
    QTest::newRow("Status") << QByteArray("Status: ROD\n") << true << false << true;
    QTest::newRow("of the sender")
        << QByteArray("Status: Delivered\nX-Status: Draft\n") << true << false << false;
    QTest::newRow("Mozilla, expunged")
        << QByteArray("X-Mozilla-Status: 0009\n") << true << false << true;
    QTest::newRow("Mozilla, unread, starred")
        << QByteArray("X-Mozilla-Status: 0004\n") << false << true << false;
    QTest::newRow("Mozilla, read")
        << QByteArray("X-Mozilla-Status: 0001\n") << true << false << false;
    QTest::newRow("Mozilla, no number")
        << QByteArray("X-Mozilla-Status: zz\n") << true << false << false;
}

void TestMailSource::knowsWhatIsMarkedAsDeleted()
{
    QFETCH(QByteArray, header);
    Folder folder;
    folder.write(u"a"_s, fromLine + header + "\nx\n\n");
    const QList<SourceMail> mails = readAll(folder.path(u"a"_s));
    QCOMPARE(mails.size(), 1);
    QTEST(mails[0].isRead, "isRead");
    QTEST(mails[0].isStarred, "isStarred");
    QTEST(mails[0].isDeleted, "isDeleted");
}

void TestMailSource::readsTheStatusInAnMbox()
{
    Folder folder;
    folder.write(u"a"_s,
                 fromLine + "Status: RO\nX-Status: F\n\nx\n\n" + fromLine + "Status: O\n\nx\n\n"
                     + fromLine + "A: b\n\nStatus: O\n\n");
    const QList<SourceMail> mails = readAll(folder.path(u"a"_s));
    QCOMPARE(mails.size(), 3);
    QVERIFY(mails[0].isRead && mails[0].isStarred);
    QVERIFY(!mails[1].isRead && !mails[1].isStarred);
    QVERIFY(mails[2].isRead && !mails[2].isStarred);
}

void TestMailSource::knowsHowMuchIsRead()
{
    Folder folder;
    folder.write(u"a.mbox"_s, fromLine + "A: 1\n\n" + fromLine + "A: 2\n\n");
    folder.write(u"b.eml"_s, "B: 1\n");
    MailSource source(folder.path(), SourceFormat::Auto);
    QCOMPARE(source.bytes(), 2 * (fromLine.size() + 6) + 5);
    QCOMPARE(source.position(), 0);
    while (source.next()) { }
    QCOMPARE(source.position(), source.bytes());
}

void TestMailSource::namesWhatIsNoMail()
{
    Folder folder;
    folder.write(u"a.png"_s, "\x89PNG\r\n");
    folder.write(u"b.eml"_s, " \n");
    folder.write(u"c.eml"_s, "C: 1\n");
    const QList<SourceMail> mails = readAll(folder.path());
    QCOMPARE(mails.size(), 3);
    QCOMPARE(mails[0].problem, u"it is neither an mbox file nor a mail"_s);
    QCOMPARE(mails[0].file, folder.path(u"a.png"_s));
    QCOMPARE(mails[1].problem, u"it is empty"_s);
    QCOMPARE(mails[2].problem, QString());
    QCOMPARE(readAll(folder.path(u"a.png"_s), SourceFormat::Eml).first().problem, QString());
}

void TestMailSource::takesTheTimeThatIsKnown()
{
    constexpr qint64 now = 1'800'000'000;
    SourceMail mail;
    mail.fileTime = 1'600'000'000;
    mail.raw = "Subject: x\n\ny\n";
    QCOMPARE(readMail(mail, now).mail.createdAt, 1'600'000'000);
    mail.raw = "Date: Tue, 14 Nov 2023 22:13:20 +0000\n\ny\n";
    QCOMPARE(readMail(mail, now).mail.createdAt, 1'700'000'000);
    mail.time = 1'750'000'000;
    QCOMPARE(readMail(mail, now).mail.createdAt, 1'750'000'000);
    QCOMPARE(readMail(mail, now).mail.listing, Store::Listing::Kept);
}

QTEST_GUILESS_MAIN(TestMailSource)
#include "tst_mailsource.moc"

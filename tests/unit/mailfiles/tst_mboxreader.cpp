// SPDX-License-Identifier: GPL-3.0-or-later
#include "mailfiles/mbox.h"
#include "mailfiles/mboxreader.h"

#include <QBuffer>
#include <QRandomGenerator>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace MailFiles;

namespace {

constexpr qint64 maxSize = qint64(1) << 20;

QList<MboxMail> readAll(QByteArray file, MboxQuoting quoting = MboxQuoting::Rd)
{
    QBuffer device(&file);
    device.open(QIODevice::ReadOnly);
    MboxReader reader(device, quoting, maxSize);
    QList<MboxMail> mails;
    while (const std::optional<MboxMail> mail = reader.next())
        mails.append(*mail);
    return mails;
}

QList<QByteArray> rawOf(const QList<MboxMail> &mails)
{
    QList<QByteArray> all;
    for (const MboxMail &mail : mails)
        all.append(mail.problem.isEmpty() ? mail.raw : "! " + mail.problem.toUtf8());
    return all;
}

} // namespace

class TestMboxReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesAFileApart_data();
    void takesAFileApart();
    void takesBackWhatQuotesAdd();
    void namesTheOffsetOfEachMail();
    void namesWhatItCannotTake();
    void endsAtAReadError();
    void readsTheTimeOfAFromLine_data();
    void readsTheTimeOfAFromLine();
    void givesBackWhatWasExported();
};

void TestMboxReader::takesAFileApart_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QList<QByteArray>>("mails");
    const auto row = [](const char *name, const char *file, const QList<QByteArray> &mails) {
        QTest::newRow(name) << QByteArray(file) << mails;
    };
#define FROM "From a@b Tue Nov 14 22:13:21 2023"
    row("nothing", "", {});
    row("empty lines", "\n\n", {});
    row("one", FROM "\nA: b\n\nc\n\n", { "A: b\n\nc\n" });
    row("two", FROM "\nA: b\n\nc\n\n" FROM "\nD: e\n\nf\n\n", { "A: b\n\nc\n", "D: e\n\nf\n" });
    row("no empty line at the end", FROM "\nA: b\n\nc", { "A: b\n\nc" });
    row("CRLF", FROM "\r\nA: b\r\n\r\nc\r\n\r\n" FROM "\r\nD: e\r\n\r\nf\r\n",
        { "A: b\r\n\r\nc\r\n", "D: e\r\n\r\nf\r\n" });
    row("mails with CRLF between lines without",
        FROM "\nA: b\r\n\r\nc\r\n\n" FROM "\nD: e\r\n\r\nf\r\n\n",
        { "A: b\r\n\r\nc\r\n", "D: e\r\n\r\nf\r\n" });
    row("empty lines of the mail stay", FROM "\nA: b\n\n\n\n\n", { "A: b\n\n\n\n" });
    row("text that nobody quoted", FROM "\nA: b\n\nFrom here on\nc\n\nFrom there\nto here\n\n",
        { "A: b\n\nFrom here on\nc\n\nFrom there\nto here\n" });
    row("no empty line between", FROM "\nA: b\n\nc\n" FROM "\nD: e\n\nf\n",
        { "A: b\n\nc\n", "D: e\n\nf\n" });
    row("a date in the middle of a text", FROM "\nA: b\n\nc\n" FROM "\nand so on\n",
        { "A: b\n\nc\n" FROM "\nand so on\n" });
    row("no date", "From \r\nA: b\r\n\r\nc\r\n\r\nFrom - \r\nD: e\r\n\r\nf\r\n",
        { "A: b\r\n\r\nc\r\n", "D: e\r\n\r\nf\r\n" });
    row("a mail without a From line first", "A: b\n\nc\n\n" FROM "\nD: e\n\nf\n\n",
        { "A: b\n\nc\n\n", "D: e\n\nf\n" });
    row("NUL and 8 bits", FROM "\nA: b\n\n\xff\xfe\n\n", { "A: b\n\n\xff\xfe\n" });
#undef FROM
}

void TestMboxReader::takesAFileApart()
{
    QFETCH(QByteArray, file);
    QFETCH(QList<QByteArray>, mails);
    QCOMPARE(rawOf(readAll(file)), mails);
}

void TestMboxReader::takesBackWhatQuotesAdd()
{
    const QByteArray file =
        "From a Tue Nov 14 22:13:21 2023\nA: b\n\n>From x\n>>From y\n> z\n>Fro\n";
    QCOMPARE(rawOf(readAll(file)), QList<QByteArray>{ "A: b\n\nFrom x\n>From y\n> z\n>Fro\n" });
    QCOMPARE(rawOf(readAll(file, MboxQuoting::O)),
             QList<QByteArray>{ "A: b\n\nFrom x\n>>From y\n> z\n>Fro\n" });
}

void TestMboxReader::namesTheOffsetOfEachMail()
{
    const QByteArray first = "From a Tue Nov 14 22:13:21 2023\nA: b\n\nc\n\n";
    const QList<MboxMail> mails = readAll(first + "From a Tue Nov 14 22:13:22 2023\nD: e\n");
    QCOMPARE(mails.size(), 2);
    QCOMPARE(mails[0].offset, 0);
    QCOMPARE(mails[1].offset, first.size());
    QCOMPARE(mails[1].time, std::optional<qint64>(1'700'000'002));
}

void TestMboxReader::namesWhatItCannotTake()
{
    const QByteArray from = "From a Tue Nov 14 22:13:21 2023\n";
    const QByteArray large = "A: b\n\n" + QByteArray(maxSize, 'x') + '\n';
    const QList<MboxMail> mails =
        readAll("garbage\n\n" + from + '\n' + from + large + '\n' + from + "D: e\n\nf\n\n");
    QCOMPARE(rawOf(mails),
             QList<QByteArray>({ "! it has no `From ` line before it, and it is not a mail",
                                 "! it is empty", "! it is larger than 1 MiB", "D: e\n\nf\n" }));
    QCOMPARE(mails[1].offset, 9);
}

/** A file on a broken disk: only the first `good` bytes can be read. */
class BrokenFile : public QBuffer
{
public:
    BrokenFile(QByteArray *bytes, qint64 good) : QBuffer(bytes), m_good(good)
    {
        open(QIODevice::ReadOnly | QIODevice::Unbuffered);
    }

protected:
    qint64 readData(char *data, qint64 most) override
    {
        if (pos() >= m_good) {
            setErrorString(u"Input/output error"_s);
            return -1;
        }
        return QBuffer::readData(data, std::min(most, m_good - pos()));
    }

private:
    const qint64 m_good;
};

void TestMboxReader::endsAtAReadError()
{
    const QByteArray from = "From a@b Tue Nov 14 22:13:20 2023\n";
    const QByteArray whole = from + "A: 1\n\nx\n\n";
    QByteArray file = whole + from + "A: 2\n\nhalf of it is lost\n\n";
    BrokenFile device(&file, whole.size() + whole.size());
    MboxReader reader(device, MboxQuoting::Rd, maxSize);
    QCOMPARE(reader.next()->raw, QByteArray("A: 1\n\nx\n"));
    const std::optional<MboxMail> cut = reader.next();
    QVERIFY(cut);
    QCOMPARE(cut->offset, whole.size());
    QCOMPARE(cut->problem, u"the file cannot be read: Input/output error"_s);
    QVERIFY(!reader.next());
    QVERIFY(!reader.next());
}

void TestMboxReader::readsTheTimeOfAFromLine_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<qint64>("time");
    const auto row = [](const char *line, qint64 time) {
        QTest::newRow(line) << QByteArray(line) << time;
    };
    row("From a@b Tue Nov 14 22:13:20 2023\n", 1'700'000'000);
    row("From a@b Tue Nov 14 22:13:20 2023\r\n", 1'700'000'000);
    row("From - Tue Nov 14 22:13:20 2023", 1'700'000'000);
    row("From a@b Thu Jan  1 00:00:00 1970\n", 0);
    row("From 17@xxx Tue Nov 14 23:13:20 +0100 2023\n", 1'700'000'000);
    row("From a@b Tue Nov 14 17:13:20 2023 -0500\n", 1'700'000'000);
    row("From a@b Tue Nov 14 22:13:20 UTC 2023\n", 1'700'000'000);
    row("From a@b Tue Nov 14 22:13 2023\n", 1'699'999'980);
    for (const char *none : { "From here on", "From a@b Tue Nov 34 22:13:20 2023", ">From a",
                              "From a@b Tue Nov 14 22:13:20 2023 and then" })
        row(none, -1);
}

void TestMboxReader::readsTheTimeOfAFromLine()
{
    QFETCH(QByteArray, line);
    QFETCH(qint64, time);
    QCOMPARE(fromLineTime(line).value_or(-1), time);
}

// True for any mail that ends with a line end; to others the export adds one.
void TestMboxReader::givesBackWhatWasExported()
{
    const QList<QByteArray> pieces{ "From ",
                                    ">From ",
                                    ">>From ",
                                    "\n",
                                    "\r\n",
                                    "\n\n",
                                    "x",
                                    "A: b\n",
                                    "\r",
                                    " ",
                                    ">",
                                    "From a@b",
                                    "From a Tue Nov 14 22:13:20 2023\n" };
    QRandomGenerator random(7);
    for (int run = 0; run < 2000; ++run) {
        QList<QByteArray> mails;
        QByteArray file;
        for (int mail = 0; mail < 3; ++mail) {
            QByteArray raw = "Subject: x\n";
            for (int piece = random.bounded(12); piece > 0; --piece)
                raw += pieces[random.bounded(int(pieces.size()))];
            raw += '\n';
            mails.append(raw);
            file += mboxEntry(raw, "a@b", 1'700'000'000);
        }
        QCOMPARE(rawOf(readAll(file)), mails);
    }
}

QTEST_GUILESS_MAIN(TestMboxReader)
#include "tst_mboxreader.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/reader.h"
#include "sync/outline.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Sync;
using Imap::BodyPart;
using Imap::BodyStructure;

class TestOutline : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void asksForHeadersAndTextsOnly();
    void asksInGroupsAndForABoundedNumber();
    void asksForABoundedAmountOfText();
    void readsAsTheMailWould_data();
    void readsAsTheMailWould();
    void tellsSizesWhereTheyAreKnown();
    void survivesWhatDidNotCome();
};

namespace {

BodyPart container(const QByteArray &path, int parent, const QByteArray &subtype,
                   const QByteArray &boundary)
{
    BodyPart part{ .path = path, .parent = parent, .type = "multipart", .subtype = subtype };
    if (!boundary.isEmpty())
        part.parameters = { { "boundary", boundary } };
    return part;
}

BodyPart leaf(const QByteArray &path, int parent, const QByteArray &type, const QByteArray &subtype,
              const QByteArray &encoding = "7bit", quint32 size = 100)
{
    return { .path = path,
             .parent = parent,
             .type = type,
             .subtype = subtype,
             .encoding = encoding,
             .size = size };
}

BodyPart attached(BodyPart part, const QByteArray &name)
{
    part.disposition = "attachment";
    part.dispositionParameters = { { "filename", name } };
    return part;
}

/// Two texts, a file, and a mail with a file of its own.
BodyStructure mixed(const QByteArray &boundary)
{
    return { { container("", -1, "mixed", boundary), container("1", 0, "alternative", "in"),
               leaf("1.1", 1, "text", "plain"), leaf("1.2", 1, "text", "html", "base64"),
               attached(leaf("2", 0, "application", "pdf", "base64", 60'000'000), "a.pdf"),
               leaf("3", 0, "message", "rfc822", "7bit", 5000), container("3", 5, "mixed", "deep"),
               leaf("3.1", 6, "text", "plain"),
               attached(leaf("4", 0, "application", "x", "8bit", 777), "b.x") } };
}

Sections answers()
{
    return { { "HEADER", "Subject: x\r\nContent-Type: multipart/mixed; boundary=\"out\"\r\n\r\n" },
             { "1.MIME", "Content-Type: multipart/alternative; boundary=in\r\n\r\n" },
             { "1.1.MIME", "Content-Type: text/plain\r\n\r\n" },
             { "1.1", "Some words." },
             { "1.2.MIME", "Content-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\n" },
             { "1.2", "PGI+U29tZTwvYj4=" },
             { "2.MIME",
               "Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n"
               "Content-Disposition: attachment; filename=a.pdf\r\n\r\n" },
             { "3.MIME", "Content-Type: message/rfc822\r\n\r\n" },
             { "4.MIME",
               "Content-Type: application/x\r\nContent-Disposition: attachment; "
               "filename=b.x\r\n\r\n" } };
}

QByteArrayList asked(const BodyStructure &structure)
{
    QByteArrayList names;
    for (const auto &group : outlineSections(structure)) {
        for (const Imap::SectionRequest &section : group)
            names.append(section.section);
    }
    return names;
}

QByteArrayList paths(const Store::ParsedBody &body)
{
    QByteArrayList paths;
    for (const Store::Attachment &attachment : body.attachments)
        paths.append(attachment.partPath);
    return paths;
}

} // namespace

void TestOutline::asksForHeadersAndTextsOnly()
{
    QCOMPARE(asked(mixed("out")),
             (QByteArrayList{ "HEADER", "1.MIME", "1.1.MIME", "1.1", "1.2.MIME", "1.2", "2.MIME",
                              "3.MIME", "4.MIME" }));
    QCOMPARE(asked({ { leaf("1", -1, "video", "mp4") } }), QByteArrayList{ "HEADER" });
    QCOMPARE(asked({ { leaf("1", -1, "text", "plain") } }), (QByteArrayList{ "HEADER", "1" }));
}

void TestOutline::asksInGroupsAndForABoundedNumber()
{
    BodyStructure many{ { container("", -1, "mixed", "out") } };
    for (int i = 1; i < 3000; ++i)
        many.parts.append(leaf(QByteArray::number(i), 0, "image", "png"));
    const auto groups = outlineSections(many);
    QCOMPARE(asked(many).size(), 1000);
    for (const auto &group : groups)
        QVERIFY(group.size() <= 40);
}

void TestOutline::asksForABoundedAmountOfText()
{
    const BodyStructure large{ { container("", -1, "mixed", "out"),
                                 leaf("1", 0, "text", "plain", "8bit", 4'000'000'000U),
                                 leaf("2", 0, "text", "plain", "8bit", 4'000'000'000U),
                                 leaf("3", 0, "text", "plain", "8bit", 4'000'000'000U) } };
    quint64 bytes = 0;
    for (const auto &group : outlineSections(large)) {
        for (const Imap::SectionRequest &section : group)
            bytes += section.partial ? section.partial->length : 0;
    }
    QCOMPARE(bytes, quint64(24) << 20);
}

void TestOutline::readsAsTheMailWould_data()
{
    QTest::addColumn<QByteArray>("boundary");
    QTest::newRow("boundary as told") << QByteArray("out");
    QTest::newRow("boundary that the server does not tell") << QByteArray();
}

void TestOutline::readsAsTheMailWould()
{
    QFETCH(QByteArray, boundary);
    const Parsing::ReadBody read = readOutline(7, mixed(boundary), answers());
    QCOMPARE(read.uid, 7U);
    QVERIFY(read.body.isOutline && read.body.isHtml && read.body.hasAttachment);
    QCOMPARE(read.body.summary, u"Some words."_s);
    QCOMPARE(paths(read.body), (QByteArrayList{ "2", "3", "4" }));
    QCOMPARE(read.body.attachments.first().filename, u"a.pdf"_s);
    const QByteArray raw = outlineOf(mixed(boundary), answers());
    const Mime::Message message = Mime::Reader::parse(raw);
    QCOMPARE(message.htmlBody().value_or(QString()).trimmed(), u"<b>Some</b>"_s);
    QVERIFY(!message.isTruncated());
}

void TestOutline::tellsSizesWhereTheyAreKnown()
{
    const Parsing::ReadBody read = readOutline(7, mixed("out"), answers());
    QCOMPARE(read.body.attachments.at(0).size, std::optional<qint64>());
    QCOMPARE(read.body.attachments.at(1).size, std::optional<qint64>(5000));
    QCOMPARE(read.body.attachments.at(2).size, std::optional<qint64>(777));
}

void TestOutline::survivesWhatDidNotCome()
{
    QCOMPARE(paths(readOutline(7, mixed("out"), {}).body), QByteArrayList());
    QCOMPARE(readOutline(7, {}, answers()).body.attachments.size(), 0);
    Sections lying = answers();
    lying.insert("1.1", "words\r\n--out--\r\nSubject: not a header\r\n--in\r\n\r\nmore");
    QVERIFY(readOutline(7, mixed("out"), lying).body.summary.startsWith(u"words"));
}

QTEST_GUILESS_MAIN(TestOutline)
#include "tst_outline.moc"

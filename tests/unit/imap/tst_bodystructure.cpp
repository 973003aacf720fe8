// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsing.h"

#include <QTest>

using namespace Imap;
using namespace Qt::StringLiterals;

/** BODYSTRUCTURE as servers send it: the tree, and the values that a list of mails needs. */
class TestBodyStructure : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void buildsTheTree_data();
    void buildsTheTree();
    void readsEveryField();
    void knowsAttachmentsAndHtml_data();
    void knowsAttachmentsAndHtml();
    void decodesFileNames_data();
    void decodesFileNames();
    void survivesHostileSenders_data();
    void survivesHostileSenders();
};

namespace {

// Parts without anything special, as Dovecot writes them.
const QByteArray plain =
    R"(("text" "plain" ("charset" "utf-8") NIL NIL "7bit" 5 1 NIL NIL NIL NIL))";
const QByteArray html = R"(("text" "html" ("charset" "utf-8") NIL NIL "7bit" 5 1 NIL NIL NIL NIL))";
const QByteArray pdf = R"(("application" "pdf" ("name" "a.pdf") NIL NIL "base64" 9 NIL )"
                       R"(("attachment" ("filename" "a.pdf")) NIL NIL))";
const QByteArray logo = R"(("image" "png" ("name" "logo.png") "<logo@x>" NIL "base64" 9 NIL )"
                        R"(("inline" ("filename" "logo.png")) NIL NIL))";
const QByteArray signature = R"(("application" "pgp-signature" ("name" "signature.asc") NIL NIL )"
                             R"("7bit" 9 NIL NIL NIL NIL))";
const QByteArray envelope = R"((NIL "hi" NIL NIL NIL NIL NIL NIL NIL {3} NIL))";

QByteArray multipart(const char *subtype, const QByteArrayList &parts)
{
    return '(' + parts.join() + " \"" + subtype + "\" (\"boundary\" \"b\") NIL NIL NIL)";
}

QByteArray attached(const QByteArray &body)
{
    return "(\"message\" \"rfc822\" NIL NIL NIL \"7bit\" 99 (NIL \"hi\" NIL NIL NIL NIL NIL NIL NIL"
           " NIL) "
        + body + " 7 NIL (\"attachment\" NIL) NIL NIL)";
}

BodyStructure structureOf(const QByteArray &text)
{
    const Result<Response> parsed =
        Parsing::parsed("* 1 FETCH (UID 2 BODYSTRUCTURE " + text + " FLAGS ())\r\n");
    if (!parsed)
        qFatal("%s", qPrintable(parsed.error().message));
    return std::get<FetchedMessage>(*parsed).bodyStructure.value_or(BodyStructure{});
}

/// `1 text/plain`, one line for each part.
QStringList outline(const BodyStructure &structure)
{
    QStringList lines;
    for (const BodyPart &part : structure.parts)
        lines.append(u"%1 %2/%3"_s.arg(QString::fromLatin1(part.path),
                                       QString::fromLatin1(part.type),
                                       QString::fromLatin1(part.subtype)));
    return lines;
}

} // namespace

void TestBodyStructure::buildsTheTree_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("parts");
    QTest::newRow("one part") << plain << QStringList{ u"1 text/plain"_s };
    QTest::newRow("alternative") << multipart("alternative", { plain, html })
                                 << QStringList{ u" multipart/alternative"_s, u"1 text/plain"_s,
                                                 u"2 text/html"_s };
    QTest::newRow("nested") << multipart(
        "mixed",
        { multipart("related", { multipart("alternative", { plain, html }), logo }),
          pdf }) << QStringList{ u" multipart/mixed"_s,          u"1 multipart/related"_s,
                                 u"1.1 multipart/alternative"_s, u"1.1.1 text/plain"_s,
                                 u"1.1.2 text/html"_s,           u"1.2 image/png"_s,
                                 u"2 application/pdf"_s };
    QTest::newRow("attached message")
        << multipart("mixed", { plain, attached(plain), pdf })
        << QStringList{ u" multipart/mixed"_s, u"1 text/plain"_s, u"2 message/rfc822"_s,
                        u"2.1 text/plain"_s, u"3 application/pdf"_s };
    QTest::newRow("attached multipart message")
        << multipart("mixed", { plain, attached(multipart("mixed", { plain, pdf })) })
        << QStringList{ u" multipart/mixed"_s,  u"1 text/plain"_s,   u"2 message/rfc822"_s,
                        u"2 multipart/mixed"_s, u"2.1 text/plain"_s, u"2.2 application/pdf"_s };
    QTest::newRow("a message as the whole")
        << attached(multipart("mixed", { plain, html }))
        << QStringList{ u"1 message/rfc822"_s, u"1 multipart/mixed"_s, u"1.1 text/plain"_s,
                        u"1.2 text/html"_s };
    QTest::newRow("quirk: spaces between parts")
        << "(" + plain + " " + html + " \"mixed\")"
        << QStringList{ u" multipart/mixed"_s, u"1 text/plain"_s, u"2 text/html"_s };
    QTest::newRow("BODY without extension data") << QByteArray(
        R"((("TEXT" "PLAIN" NIL NIL NIL "7BIT" 2 1)("IMAGE" "GIF" NIL NIL NIL "BASE64" 4) "MIXED"))")
                                                 << QStringList{ u" multipart/mixed"_s,
                                                                 u"1 text/plain"_s,
                                                                 u"2 image/gif"_s };
    QTest::newRow("quirk: message without its body")
        << QByteArray(R"(("message" "rfc822" NIL NIL NIL "7bit" 5 NIL NIL NIL NIL))")
        << QStringList{ u"1 message/rfc822"_s };
    QTest::newRow("quirk: no size, empty parameters")
        << QByteArray(R"(("text" "plain" "" NIL NIL NIL NIL NIL NIL NIL NIL NIL))")
        << QStringList{ u"1 text/plain"_s };
    QTest::newRow("quirk: text without lines")
        << QByteArray(R"(("text" "plain" () NIL NIL "8bit" 12))")
        << QStringList{ u"1 text/plain"_s };
    // https://github.com/jstedfast/MailKit/issues/878
    QTest::newRow("quirk of GMX: a container without its parts")
        << "("
            + QByteArray(
                R"(("multipart" "related" ("boundary" "b") NIL NIL "7BIT" 400 NIL NIL NIL NIL))")
            + html + " \"mixed\")"
        << QStringList{ u" multipart/mixed"_s, u"1 multipart/related"_s, u"2 text/html"_s };
    // https://github.com/jstedfast/MailKit/issues/371
    QTest::newRow("quirk of Gmail: an attached message by its kind alone")
        << "(" + plain
            + R"(("RELATED" NIL ("ATTACHMENT" NIL) NIL) "MIXED" ("BOUNDARY" "b") NIL NIL))"
        << QStringList{ u" multipart/mixed"_s, u"1 text/plain"_s, u"2 multipart/related"_s };
    QTest::newRow("future extensions")
        << QByteArray(R"(("a" "b" NIL NIL NIL "7bit" 1 "md5" NIL ("de" "en") "loc" 5 (x ("y"))))")
        << QStringList{ u"1 a/b"_s };
}

void TestBodyStructure::buildsTheTree()
{
    QFETCH(QByteArray, text);
    QFETCH(QStringList, parts);
    QCOMPARE(outline(structureOf(text)), parts);
}

void TestBodyStructure::readsEveryField()
{
    const BodyStructure structure = structureOf(multipart("related", { html, logo }));
    const BodyPart expected{ .path = "2",
                             .parent = 0,
                             .type = "image",
                             .subtype = "png",
                             .parameters = { { "name", "logo.png" } },
                             .id = "logo@x",
                             .encoding = "base64",
                             .size = 9,
                             .disposition = "inline",
                             .dispositionParameters = { { "filename", "logo.png" } } };
    QVERIFY(structure.parts.at(2) == expected);
    QCOMPARE(structure.parts.at(1).lines, 1U);
    QCOMPARE(structure.parts.at(1).parameter("charset"), QByteArray("utf-8"));
    QCOMPARE(structure.parts.at(0).parameter("boundary"), QByteArray("b"));
}

void TestBodyStructure::knowsAttachmentsAndHtml_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("attachment");
    QTest::addColumn<bool>("isHtml");
    QTest::newRow("text") << plain << false << false;
    QTest::newRow("html") << html << false << true;
    QTest::newRow("alternative") << multipart("alternative", { plain, html }) << false << true;
    QTest::newRow("file") << multipart("mixed", { plain, pdf }) << true << false;
    QTest::newRow("picture of the text") << multipart("related", { html, logo }) << false << true;
    QTest::newRow("picture beside the text") << multipart("mixed", { html, logo }) << true << true;
    QTest::newRow("attached message")
        << multipart("mixed", { plain, attached(html) }) << true << false;
    QTest::newRow("file of an attached message only")
        << attached(multipart("mixed", { html, pdf })) << true << false;
    QTest::newRow("signature") << multipart("signed", { plain, signature }) << false << false;
    QTest::newRow("attached html") << multipart(
        "mixed",
        { plain, R"(("text" "html" NIL NIL NIL "7bit" 5 1 NIL ("attachment" NIL) NIL NIL))" })
                                   << true << false;
}

void TestBodyStructure::knowsAttachmentsAndHtml()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, attachment);
    QFETCH(bool, isHtml);
    const BodyStructure structure = structureOf(text);
    QCOMPARE(Imap::hasAttachment(structure), attachment);
    QCOMPARE(Imap::isHtml(structure), isHtml);
}

void TestBodyStructure::decodesFileNames_data()
{
    QTest::addColumn<QByteArray>("parameters");
    QTest::addColumn<QString>("name");
    QTest::newRow("plain") << QByteArray(R"("filename" "a b.txt")") << u"a b.txt"_s;
    QTest::newRow("none") << QByteArray(R"("size" "5")") << QString();
    QTest::newRow("encoded word") << QByteArray(R"("filename" "=?utf-8?Q?Entw=C3=BCrfe_1?=.txt")")
                                  << u"Entwürfe 1.txt"_s;
    QTest::newRow("encoded words joined")
        << QByteArray(R"("filename" "=?utf-8?B?w6Q=?= =?iso-8859-1?q?=F6?=")") << u"äö"_s;
    QTest::newRow("RFC 2231") << QByteArray(R"("filename*" "utf-8'de'%e2%82%ac.txt")")
                              << u"€.txt"_s;
    QTest::newRow("RFC 2231 in pieces")
        << QByteArray(R"("filename*0*" "utf-8''%c3%a4" "filename*1" "b " "filename*2*" "%c3%b6")")
        << u"äb ö"_s;
    QTest::newRow("raw UTF-8") << QByteArray("\"filename\" {5}") << u"über"_s;
    QTest::newRow("broken word") << QByteArray(R"("filename" "=?utf-8?Q?a")") << u"=?utf-8?Q?a"_s;
}

void TestBodyStructure::decodesFileNames()
{
    QFETCH(QByteArray, parameters);
    QFETCH(QString, name);
    parameters.replace("{5}",
                       "{5}\r\n\xc3\xbc"
                       "ber");
    const BodyStructure structure = structureOf(
        "(\"a\" \"b\" NIL NIL NIL \"7bit\" 1 NIL (\"inline\" (" + parameters + ")) NIL NIL)");
    QCOMPARE(fileName(structure.parts.constFirst()), name);
}

void TestBodyStructure::survivesHostileSenders_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qsizetype>("mostParts");
    QTest::newRow("1,500 parts") << multipart("mixed", QByteArrayList(1500, plain))
                                 << qsizetype(1000);
    QByteArray deep = plain;
    for (int i = 0; i < 90; ++i)
        deep = multipart("mixed", { deep });
    QTest::newRow("90 levels") << deep << qsizetype(64);
    QByteArray messages = plain;
    for (int i = 0; i < 90; ++i)
        messages = attached(messages);
    QTest::newRow("90 messages in each other") << messages << qsizetype(64);
    QByteArray literal = envelope;
    literal.replace("{3}", "{3}\r\nabc");
    QTest::newRow("a literal before the fault") << "(\"message\" \"rfc822\" NIL NIL NIL \"7bit\" 5 "
            + literal + " ((())) 5)" << qsizetype(3);
}

// The sender of a mail chooses this text: it must not end the connection.
void TestBodyStructure::survivesHostileSenders()
{
    QFETCH(QByteArray, text);
    QFETCH(qsizetype, mostParts);
    const Result<Response> parsed =
        Parsing::parsed("* 1 FETCH (UID 2 BODYSTRUCTURE " + text + " FLAGS (\\Seen))\r\n");
    QVERIFY2(parsed.ok(), parsed ? "" : qPrintable(parsed.error().message));
    const auto &message = std::get<FetchedMessage>(*parsed);
    QCOMPARE(message.uid, 2U);
    QCOMPARE(message.flags, std::optional(QList<QByteArray>{ "\\Seen" }));
    QVERIFY(message.bodyStructure->parts.size() <= mostParts);
}

QTEST_APPLESS_MAIN(TestBodyStructure)
#include "tst_bodystructure.moc"

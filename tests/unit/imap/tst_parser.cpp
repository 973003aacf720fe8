// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsing.h"

#include <QTest>

using namespace Imap;
using namespace Qt::StringLiterals;
using Kind = StatusLine::Kind;

Q_DECLARE_METATYPE(Imap::Response)

/** One row for each kind of response, from RFC 3501, 9051 and extensions, and for each quirk. */
class TestParser : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void reads_data();
    void reads();
    void readsTheSameInPiecesOfOneByte_data() { reads_data(); }
    void readsTheSameInPiecesOfOneByte();
    void refuses_data();
    void refuses();
    void namesPlaceAndTextOfAnError();
};

namespace {

void row(const char *name, const QByteArray &wire, const Response &response)
{
    QTest::newRow(name) << wire << response;
}

FetchedMessage message(quint32 seq, quint32 uid)
{
    return { .seq = seq, .uid = uid };
}

FetchedMessage flagged(quint32 seq, quint32 uid, const QList<QByteArray> &flags)
{
    return { .seq = seq, .uid = uid, .flags = flags };
}

void statusRows()
{
    row("OK", "* OK Still here\r\n", StatusLine{ {}, Kind::Ok, {}, {}, u"Still here"_s });
    row("tagged OK", "A12 OK done\r\n", StatusLine{ "A12", Kind::Ok, {}, {}, u"done"_s });
    row("lower case", "a1 ok done\r\n", StatusLine{ "a1", Kind::Ok, {}, {}, u"done"_s });
    row("NO with a code", "A1 NO [AUTHENTICATIONFAILED] Authentication failed.\r\n",
        StatusLine{ "A1", Kind::No, "AUTHENTICATIONFAILED", {}, u"Authentication failed."_s });
    row("code with data", "* OK [UIDVALIDITY 3857529045] UIDs valid\r\n",
        StatusLine{ {}, Kind::Ok, "UIDVALIDITY", "3857529045", u"UIDs valid"_s });
    row("code in lower case", "* OK [uidnext 7] x\r\n",
        StatusLine{ {}, Kind::Ok, "UIDNEXT", "7", u"x"_s });
    row("code alone", "* OK [CLOSED]\r\n", StatusLine{ {}, Kind::Ok, "CLOSED", {}, {} });
    row("capabilities in the greeting", "* OK [CAPABILITY IMAP4rev1 IDLE] hello\r\n",
        StatusLine{ {}, Kind::Ok, "CAPABILITY", "IMAP4rev1 IDLE", u"hello"_s });
    row("bracket inside a quoted string", "A1 NO [BADCHARSET (\"x]y\")] no\r\n",
        StatusLine{ "A1", Kind::No, "BADCHARSET", "(\"x]y\")", u"no"_s });
    row("bracket without end", "* OK [oops\r\n", StatusLine{ {}, Kind::Ok, {}, {}, u"[oops"_s });
    row("no text", "A1 OK\r\n", StatusLine{ "A1", Kind::Ok, {}, {}, {} });
    row("text that looks like a literal", "* OK you owe me {5}\r\n",
        StatusLine{ {}, Kind::Ok, {}, {}, u"you owe me {5}"_s });
    row("tagged text that looks like a literal", "A1 NO {5}\r\n",
        StatusLine{ "A1", Kind::No, {}, {}, u"{5}"_s });
    row("text with control characters", "* BYE a\x1b[2Jb\tc\r\n",
        StatusLine{ {}, Kind::Bye, {}, {}, u"a [2Jb c"_s });
    row("text that turns direction", "* OK a\xe2\x80\xaegnp.exe\r\n",
        StatusLine{ {}, Kind::Ok, {}, {}, u"a gnp.exe"_s });
    row("text is shortened", "* OK " + QByteArray(3000, 'x') + "\r\n",
        StatusLine{ {}, Kind::Ok, {}, {}, QString(500, u'x') });
    row("PREAUTH", "* PREAUTH hi\r\n", StatusLine{ {}, Kind::PreAuth, {}, {}, u"hi"_s });
    row("ALERT", "* NO [ALERT] Disk full\r\n",
        StatusLine{ {}, Kind::No, "ALERT", {}, u"Disk full"_s });
    row("bare LF", "A1 OK done\n", StatusLine{ "A1", Kind::Ok, {}, {}, u"done"_s });
    row("continuation", "+ idling\r\n", Continuation{ "idling" });
    row("continuation without text", "+\r\n", Continuation{ "" });
    row("continuation that looks like a literal", "+ {5}\r\n", Continuation{ "{5}" });
    row("empty line", "\r\n", OtherData{});
}

void dataRows()
{
    row("CAPABILITY", "* CAPABILITY IMAP4rev1 starttls  AUTH=PLAIN\r\n",
        CapabilityData{ Capabilities({ "IMAP4REV1", "STARTTLS", "AUTH=PLAIN" }) });
    row("ENABLED", "* ENABLED QRESYNC CONDSTORE\r\n", EnabledData{ { "QRESYNC", "CONDSTORE" } });
    row("EXISTS", "* 23 EXISTS\r\n", ExistsData{ 23 });
    row("no mail", "* 0 EXISTS\r\n", ExistsData{ 0 });
    row("most mails", "* 4294967295 EXISTS\r\n", ExistsData{ 4294967295U });
    row("RECENT", "* 5 RECENT\r\n", OtherData{ "RECENT" });
    row("EXPUNGE", "* 44 EXPUNGE\r\n", ExpungeData{ 44 });
    row("EXPUNGE of nothing is ignored", "* 0 EXPUNGE\r\n", OtherData{ "EXPUNGE" });
    row("VANISHED", "* VANISHED 405,407,410:425\r\n",
        VanishedData{ *UidSet::parse("405,407,410:425"), false });
    row("VANISHED (EARLIER)", "* VANISHED (EARLIER) 41,43:116\r\n",
        VanishedData{ *UidSet::parse("41,43:116"), true });
    row("FLAGS", "* FLAGS (\\Answered \\Seen)\r\n", OtherData{ "FLAGS" });
    row("unknown", "* XYZZY (some (thing)) {3}\r\nabc else\r\n", OtherData{ "XYZZY" });
    row("ID", "* ID (\"name\" \"Dovecot\")\r\n", OtherData{ "ID" });
    row("SEARCH", "* SEARCH 2 84 882 3\r\n", SearchResult{ .uids = *UidSet::parse("2:3,84,882") });
    row("SEARCH without a hit", "* SEARCH\r\n", SearchResult{});
    row("SEARCH with a space at its end", "* SEARCH 4 5 \r\n",
        SearchResult{ .uids = UidSet::range(4, 5) });
    row("SEARCH with MODSEQ", "* SEARCH 2 (MODSEQ 917162500)\r\n",
        SearchResult{ .uids = UidSet::range(2, 2), .modSeq = 917162500 });
    row("ESEARCH", "* ESEARCH (TAG \"A2\") UID ALL 2,10:11 COUNT 3\r\n",
        SearchResult{ .uids = *UidSet::parse("2,10:11"), .count = 3 });
    row("ESEARCH without a hit", "* ESEARCH (TAG \"A2\") UID\r\n", SearchResult{});
    row("ESEARCH with more",
        "* ESEARCH (TAG \"A2\") UID MIN 2 MAX 9 ALL 2:9 MODSEQ 77 X (a (b))\r\n",
        SearchResult{ .uids = UidSet::range(2, 9), .modSeq = 77 });
    row("STATUS",
        "* STATUS \"Sent Items\" (MESSAGES 231 UIDNEXT 44292 HIGHESTMODSEQ 9999999999)\r\n",
        FolderStatus{ .path = u"Sent Items"_s,
                      .messages = 231,
                      .uidNext = 44292,
                      .highestModSeq = 9999999999 });
    row("STATUS with UNSEEN and unknown items", "* STATUS a (UNSEEN 1 UIDVALIDITY 5 DELETED 7)\r\n",
        FolderStatus{ .path = u"a"_s, .unseen = 1, .uidValidity = 5 });
    row("STATUS with a size", "* STATUS a (MESSAGES 9 SIZE 5368709120)\r\n",
        FolderStatus{ .path = u"a"_s, .messages = 9, .size = 5368709120 });
}

ListedFolder folder(const QString &path, const QByteArray &wire, FolderRole role,
                    const QList<QByteArray> &attributes, const QString &delimiter = u"/"_s)
{
    return { path, wire, delimiter, attributes, role };
}

void listRows()
{
    row("LIST", "* LIST (\\HasNoChildren) \"/\" foo\r\n",
        folder(u"foo"_s, "foo", FolderRole::None, { "\\hasnochildren" }));
    row("LIST with a role", "* LIST (\\Sent \\HasNoChildren) \"/\" \"Sent Items\"\r\n",
        folder(u"Sent Items"_s, "Sent Items", FolderRole::Sent, { "\\sent", "\\hasnochildren" }));
    row("LIST without levels", "* LIST () NIL INBOX\r\n",
        folder(u"INBOX"_s, "INBOX", FolderRole::Inbox, {}, {}));
    row("INBOX in another case", "* LIST () \".\" Inbox\r\n",
        folder(u"INBOX"_s, "Inbox", FolderRole::Inbox, {}, u"."_s));
    row("LIST with a backslash",
        R"(* LIST () "\\" "a\\b\"c")"
        "\r\n",
        folder(uR"(a\b"c)"_s, R"(a\b"c)", FolderRole::None, {}, u"\\"_s));
    row("LIST with a literal", "* LIST () \"/\" {5}\r\nab cd\r\n",
        folder(u"ab cd"_s, "ab cd", FolderRole::None, {}));
    row("LIST in modified UTF-7", "* LIST (\\Trash) \"/\" \"Gel&APY-schte\"\r\n",
        folder(u"Gelöschte"_s, "Gel&APY-schte", FolderRole::Trash, { "\\trash" }));
    row("LIST with a name that is no modified UTF-7", "* LIST () \"/\" \"R&D\"\r\n",
        folder(u"R&D"_s, "R&D", FolderRole::None, {}));
    row("LIST with extended data", "* LIST (\\Subscribed) \"/\" a (\"CHILDINFO\" (\"X\"))\r\n",
        folder(u"a"_s, "a", FolderRole::None, { "\\subscribed" }));
    row("XLIST", "* XLIST (\\HasNoChildren \\AllMail) \"/\" \"[Gmail]/All Mail\"\r\n",
        folder(u"[Gmail]/All Mail"_s, "[Gmail]/All Mail", FolderRole::All,
               { "\\hasnochildren", "\\allmail" }));
}

void fetchRows()
{
    row("FETCH flags", "* 1 FETCH (UID 5 FLAGS (\\Seen $Junk))\r\n",
        flagged(1, 5, { "\\Seen", "$Junk" }));
    row("FETCH no flags", "* 1 FETCH (FLAGS () UID 5)\r\n", flagged(1, 5, {}));
    row("FETCH nothing", "* 12 FETCH ()\r\n", message(12, 0));
    FetchedMessage all = flagged(2, 9, { "\\Seen" });
    all.internalDate = 837596665;
    all.size = 4423;
    all.modSeq = 624140003;
    row("FETCH attributes",
        "* 2 fetch (uid 9 flags (\\Seen) internaldate \"17-Jul-1996 02:44:25 -0700\" "
        "rfc822.size 4423 modseq (624140003))\r\n",
        all);
    FetchedMessage body = message(3, 7);
    body.body = "Hello\r\n{9}\r\n";
    row("FETCH body", "* 3 FETCH (UID 7 BODY[] {12}\r\nHello\r\n{9}\r\n)\r\n", body);
    body.flags.emplace();
    row("FETCH items after the body",
        "* 3 FETCH (BODY[] {12}\r\nHello\r\n{9}\r\n UID 7 FLAGS ())\r\n", body);
    body.flags.reset();
    row("FETCH RFC822", "* 3 FETCH (UID 7 RFC822 {12}\r\nHello\r\n{9}\r\n)\r\n", body);
    body.bodyOrigin = 2048;
    row("FETCH a chunk", "* 3 FETCH (UID 7 BODY[]<2048> {12}\r\nHello\r\n{9}\r\n)\r\n", body);
    FetchedMessage shortBody = message(3, 7);
    shortBody.body = "short";
    row("FETCH a quoted body", "* 3 FETCH (UID 7 BODY[] \"short\")\r\n", shortBody);
    shortBody.body = "";
    row("FETCH an empty body", "* 3 FETCH (UID 7 BODY[] {0}\r\n)\r\n", shortBody);
    row("FETCH no body", "* 3 FETCH (UID 7 BODY[] NIL)\r\n", message(3, 7));
    FetchedMessage binary = message(3, 7);
    binary.body = QByteArrayLiteral("a\0b");
    row("FETCH a literal8", QByteArrayLiteral("* 3 FETCH (UID 7 BODY[] ~{3}\r\na\0b)\r\n"), binary);
    FetchedMessage header = message(4, 8);
    header.headerFields = "From: x\r\n\r\n";
    row("FETCH header fields",
        "* 4 FETCH (UID 8 BODY[HEADER.FIELDS (FROM \"TO\")] {11}\r\nFrom: x\r\n\r\n)\r\n", header);
    FetchedMessage parts = message(4, 8);
    parts.sections = { { "1.2", {}, "abc" }, { "2.MIME", 10, "d" }, { "3", {}, {} } };
    row("FETCH sections",
        "* 4 FETCH (UID 8 BODY[1.2] {3}\r\nabc BODY[2.mime]<10> {1}\r\nd BODY[3] NIL)\r\n", parts);
    row("FETCH unknown items",
        "* 4 FETCH (X-GM-LABELS (\"\\\\Inbox\" (a (b))) ENVELOPE (NIL {3}\r\nabc) UID 8 "
        "BINARY[1] {2}\r\nxy X-GM-MSGID 123)\r\n",
        message(4, 8));
    row("quirk: spaces", "* 4 FETCH ( UID  8  FLAGS(\\Seen) ) \r\n", flagged(4, 8, { "\\Seen" }));
    row("quirk: MODSEQ without brackets", "* 4 FETCH (UID 8 MODSEQ 3)\r\n",
        FetchedMessage{ .seq = 4, .uid = 8, .modSeq = 3 });
    row("FETCH EMAILID", "* 4 FETCH (UID 8 EMAILID (M6d99-ac_3275))\r\n",
        FetchedMessage{ .seq = 4, .uid = 8, .emailId = "M6d99-ac_3275" });
    row("quirk: no EMAILID", "* 4 FETCH (EMAILID NIL UID 8)\r\n", message(4, 8));
    row("quirk: two EMAILIDs", "* 4 FETCH (EMAILID (M1 M2) UID 8)\r\n", message(4, 8));
    row("quirk: an EMAILID that is none", "* 4 FETCH (EMAILID (\"a b\") UID 8)\r\n", message(4, 8));
    row("quirk: no date", "* 4 FETCH (UID 8 INTERNALDATE NIL)\r\n", message(4, 8));
    row("quirk: impossible date",
        "* 4 FETCH (UID 8 INTERNALDATE \"30-Feb-2020 00:00:00 +0000\")\r\n", message(4, 8));
    row("quirk: a structure that nobody can read",
        "* 4 FETCH (BODYSTRUCTURE (\"TEXT\" (((\"x\"))) 1) UID 8)\r\n", message(4, 8));
}

} // namespace

void TestParser::reads_data()
{
    QTest::addColumn<QByteArray>("wire");
    QTest::addColumn<Response>("response");
    statusRows();
    dataRows();
    listRows();
    fetchRows();
}

void TestParser::reads()
{
    QFETCH(QByteArray, wire);
    QFETCH(Response, response);
    const Result<Response> got = Parsing::parsed(wire);
    QVERIFY2(got.ok(), got ? "" : qPrintable(got.error().message));
    QVERIFY(*got == response);
}

void TestParser::readsTheSameInPiecesOfOneByte()
{
    QFETCH(QByteArray, wire);
    QFETCH(Response, response);
    const Result<Response> got = Parsing::parsed(wire, 1);
    QVERIFY2(got.ok(), got ? "" : qPrintable(got.error().message));
    QVERIFY(*got == response);
}

void TestParser::refuses_data()
{
    QTest::addColumn<QByteArray>("wire");
    const auto bad = [](const char *name, const QByteArray &wire) {
        QTest::newRow(name) << wire;
    };
    bad("garbage", "GET / HTTP/1.1\r\n");
    bad("a lone word", "hello\r\n");
    bad("a star alone", "*\r\n");
    bad("tagged BYE", "A1 BYE x\r\n");
    bad("tagged PREAUTH", "A1 PREAUTH x\r\n");
    bad("more mails than 32 bits", "* 4294967296 EXISTS\r\n");
    bad("a number without end", "* 99999999999999999999999 EXISTS\r\n");
    bad("UID above 32 bits", "* 1 FETCH (UID 4294967296)\r\n");
    bad("UID that is no number", "* 1 FETCH (UID abc)\r\n");
    bad("FETCH without list", "* 1 FETCH\r\n");
    bad("FETCH that does not end", "* 1 FETCH (UID 5\r\n");
    bad("FETCH with something behind it", "* 1 FETCH (UID 5) x\r\n");
    bad("a quote that does not end", "* 1 FETCH (X \"abc)\r\n");
    bad("a backslash at the end", "* LIST () \"/\" \"abc\\\r\n");
    bad("a list that does not end", "* 1 FETCH (FLAGS (\\Seen)\r\n");
    bad("lists too deep", "* 1 FETCH (X " + QByteArray(65, '(') + QByteArray(65, ')') + ")\r\n");
    bad("too many words", "* 1 FETCH (FLAGS (" + QByteArray("a ").repeated(100'001) + "))\r\n");
    bad("a brace that is no literal", "* 1 FETCH (X {5} UID 3)\r\n");
    bad("a literal without size", "* 1 FETCH (X {}\r\n)\r\n");
    bad("a literal with a strange size", "* 1 FETCH (X {1a}\r\n)\r\n");
    bad("a literal with a negative size", "* 1 FETCH (X {-1}\r\n)\r\n");
    bad("a literal of 65 MiB", "* 1 FETCH (BODY[] {68157440}\r\n");
    bad("a literal of 20 digits", "* 1 FETCH (BODY[] {99999999999999999999}\r\n");
    bad("literals of 65 MiB together",
        "* 1 FETCH (X {40000000}\r\n" + QByteArray(40'000'000, 'x') + " Y {40000000}\r\n");
    bad("SEARCH with words", "* SEARCH 1 two\r\n");
    bad("VANISHED without UIDs", "* VANISHED\r\n");
    bad("VANISHED with UID 0", "* VANISHED 0:5\r\n");
    bad("ESEARCH with a bad set", "* ESEARCH UID ALL 1:x\r\n");
    bad("LIST without name", "* LIST () \"/\"\r\n");
    bad("a line of 64 KiB", "* LIST () \"/\" \"" + QByteArray(65536, 'x') + "\"\r\n");
    bad("a line without end", QByteArray(70'000, 'x'));
}

void TestParser::refuses()
{
    QFETCH(QByteArray, wire);
    const Result<Response> got = Parsing::parsed(wire);
    QVERIFY(!got.ok());
    QCOMPARE(got.error().code, Error::Code::Protocol);
}

void TestParser::namesPlaceAndTextOfAnError()
{
    const Result<Response> got = Parsing::parsed("* 1 FETCH (UID abc)\r\n");
    QCOMPARE(got.error().message,
             u"The server's answer is wrong at byte 15: expected a number at \"abc)\"."_s);
}

QTEST_APPLESS_MAIN(TestParser)
#include "tst_parser.moc"

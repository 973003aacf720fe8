// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/clientaddress.h"
#include "http/head.h"

#include <QTest>

using namespace Qt::StringLiterals;
using Http::ForwardedHeader;

namespace {

const QList<QPair<QHostAddress, int>> trusted{ { QHostAddress(u"127.0.0.0"_s), 8 },
                                               { QHostAddress(u"10.0.0.0"_s), 8 },
                                               { QHostAddress(u"fd00::"_s), 8 } };

/// The head of a request with these header lines.
Http::Head headWith(const QByteArray &lines)
{
    Http::Head head;
    Http::parseHead("GET / HTTP/1.1\r\nHost: a\r\n" + lines + "\r\n", Http::Limits(), head);
    return head;
}

} // namespace

class TestClientAddress : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isWhoTheLastTrustedProxyNames_data();
    void isWhoTheLastTrustedProxyNames();
    void isThePeerThatIsNoProxy();
    void isReadFromTheChosenHeader_data();
    void isReadFromTheChosenHeader();
};

void TestClientAddress::isWhoTheLastTrustedProxyNames_data()
{
    QTest::addColumn<QByteArray>("lines");
    QTest::addColumn<QString>("client");
    const auto row = [](const char *name, const QByteArray &lines, const char *client) {
        QTest::newRow(name) << lines << QString::fromLatin1(client);
    };
    const QByteArray usual = "X-Forwarded-For: ";
    const QByteArray standard = "Forwarded: ";
    const char *const proxy = "127.0.0.1";

    row("none", "", proxy);
    row("one", usual + "192.0.2.7\r\n", "192.0.2.7");
    row("last of several", usual + "1.1.1.1, 192.0.2.7\r\n", "192.0.2.7");
    row("last line counts", usual + "1.1.1.1\r\n" + usual + "192.0.2.7\r\n", "192.0.2.7");
    row("lines behind a trusted one", usual + "1.1.1.1\r\n" + usual + "192.0.2.7,10.0.0.2\r\n",
        "192.0.2.7");
    row("line before a trusted one", usual + "1.1.1.1, 192.0.2.7\r\n" + usual + "10.0.0.2\r\n",
        "192.0.2.7");
    row("all trusted", usual + "10.0.0.3\r\n" + usual + "10.0.0.2\r\n", "10.0.0.3");
    row("other headers between", usual + "1.1.1.1\r\nX: y\r\n" + usual + "192.0.2.7\r\n",
        "192.0.2.7");
    row("port", usual + "192.0.2.7:567\r\n", "192.0.2.7");
    row("ipv6", usual + "2001:db8::7\r\n", "2001:db8::7");
    row("ipv6 in brackets", usual + "[2001:db8::7]\r\n", "2001:db8::7");
    row("ipv6 with port", usual + "[2001:db8::7]:567\r\n", "2001:db8::7");
    row("mapped", usual + "::ffff:192.0.2.7\r\n", "192.0.2.7");
    row("mapped and trusted", usual + "192.0.2.7, ::ffff:10.0.0.2\r\n", "192.0.2.7");
    row("trusted ipv6", usual + "192.0.2.7, [fd00::2]:80\r\n", "192.0.2.7");
    row("unknown ends it", usual + "192.0.2.7, unknown\r\n", proxy);
    row("unknown behind a proxy ends it there", usual + "192.0.2.7, unknown, 10.0.0.2\r\n",
        "10.0.0.2");
    row("empty entry ends it", usual + "192.0.2.7,\r\n", proxy);
    row("empty line ends it", usual + "192.0.2.7\r\n" + usual + "\r\n", proxy);
    row("no name", usual + "client.example\r\n", proxy);
    row("no short form", usual + "127.1\r\n", proxy);
    row("no number", usual + "3221226000\r\n", proxy);
    row("no octal number", usual + "192.0.02.7\r\n", proxy);
    row("no fifth number", usual + "192.0.2.7.1\r\n", proxy);
    row("no number over 255", usual + "192.0.2.256\r\n", proxy);
    row("no zone", usual + "fe80::1%eth0\r\n", proxy);
    row("no bad port", usual + "192.0.2.7:x\r\n", proxy);
    row("no open bracket", usual + "[2001:db8::7\r\n", proxy);
    row("no text behind the bracket", usual + "[2001:db8::7]8\r\n", proxy);

    row("forwarded", standard + "for=192.0.2.7\r\n", "192.0.2.7");
    row("forwarded, with more", standard + "proto=https;For=\"192.0.2.7:567\";by=_p\r\n",
        "192.0.2.7");
    row("forwarded, ipv6", standard + "for=\"[2001:db8::7]\"\r\n", "2001:db8::7");
    row("forwarded, ipv6 with port", standard + "for=\"[2001:db8::7]:567\"\r\n", "2001:db8::7");
    row("forwarded, hidden port", standard + "for=\"[2001:db8::7]:_p\"\r\n", "2001:db8::7");
    row("forwarded, last element", standard + "for=1.1.1.1, for=192.0.2.7;proto=http\r\n",
        "192.0.2.7");
    row("forwarded, last line", standard + "for=1.1.1.1\r\n" + standard + "for=192.0.2.7\r\n",
        "192.0.2.7");
    row("forwarded, through a trusted one", standard + "for=192.0.2.7, for=10.0.0.2\r\n",
        "192.0.2.7");
    row("forwarded, unknown", standard + "for=192.0.2.7, for=unknown\r\n", proxy);
    row("forwarded, hidden", standard + "for=192.0.2.7, for=_hidden\r\n", proxy);
    row("forwarded, without for", standard + "for=192.0.2.7, proto=https\r\n", proxy);
    row("forwarded, twice for", standard + "for=192.0.2.7;for=192.0.2.8\r\n", proxy);
    row("forwarded, open quote of a client", standard + "for=\"1.1.1.1, for=192.0.2.7\r\n",
        "192.0.2.7");
    row("forwarded, open quote before a quoted one",
        standard + "for=\"1.1.1.1;x=\", for=\"[2001:db8::7]\"\r\n", "2001:db8::7");
    row("forwarded, comma in quotes", standard + "for=192.0.2.7;host=\"a, for=1.1.1.1\"\r\n",
        "192.0.2.7");
    row("forwarded, escaped quote",
        standard + "for=192.0.2.7;host=\"a\\\", for=1.1.1.1;b=\\\"\"\r\n", "192.0.2.7");
}

void TestClientAddress::isWhoTheLastTrustedProxyNames()
{
    QFETCH(const QByteArray, lines);
    QFETCH(const QString, client);
    const QHostAddress peer(QHostAddress::LocalHost);
    QCOMPARE(Http::clientAddress(peer, headWith(lines), trusted).toString(), client);
}

void TestClientAddress::isThePeerThatIsNoProxy()
{
    const QHostAddress peer(u"192.0.2.1"_s);
    const Http::Head head = headWith("X-Forwarded-For: 192.0.2.7\r\nForwarded: for=192.0.2.8\r\n");
    QCOMPARE(Http::clientAddress(peer, head, trusted), peer);
    QCOMPARE(Http::clientAddress(peer, head, {}), peer);
}

void TestClientAddress::isReadFromTheChosenHeader_data()
{
    QTest::addColumn<ForwardedHeader>("header");
    QTest::addColumn<QByteArray>("lines");
    QTest::addColumn<QString>("client");
    const auto row = [](const char *name, ForwardedHeader header, const QByteArray &lines,
                        const char *client) {
        QTest::newRow(name) << header << lines << QString::fromLatin1(client);
    };
    const QByteArray usual = "X-Forwarded-For: 192.0.2.7\r\n";
    const QByteArray standard = "Forwarded: for=192.0.2.8\r\n";
    row("auto, both", ForwardedHeader::Auto, standard + usual, "192.0.2.7");
    row("auto, an empty X-Forwarded-For", ForwardedHeader::Auto, standard + "X-Forwarded-For:\r\n",
        "127.0.0.1");
    row("x-forwarded-for, both", ForwardedHeader::XForwardedFor, standard + usual, "192.0.2.7");
    row("x-forwarded-for, the other", ForwardedHeader::XForwardedFor, standard, "127.0.0.1");
    row("forwarded, both", ForwardedHeader::Forwarded, standard + usual, "192.0.2.8");
    row("forwarded, the other", ForwardedHeader::Forwarded, usual, "127.0.0.1");
}

void TestClientAddress::isReadFromTheChosenHeader()
{
    QFETCH(const ForwardedHeader, header);
    QFETCH(const QByteArray, lines);
    QFETCH(const QString, client);
    const QHostAddress peer(QHostAddress::LocalHost);
    QCOMPARE(Http::clientAddress(peer, headWith(lines), trusted, header).toString(), client);
}

QTEST_GUILESS_MAIN(TestClientAddress)
#include "tst_clientaddress.moc"

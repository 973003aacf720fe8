// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/transport.h"
#include "support/awaited.h"
#include "support/patience.h"
#include "support/scriptedserver.h"

#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Net::Proxy;
using Net::Security;
using Net::Transport;
using Support::ScriptedServer;

namespace {

/** Waits for the bytes of each step, then answers. Empty expectations are passed at once. */
class ByteServer : public QTcpServer
{
public:
    using Steps = QList<std::pair<QByteArray, QByteArray>>;

    explicit ByteServer(Steps steps, bool closes = false)
        : m_steps(std::move(steps)), m_closes(closes)
    {
        connect(this, &QTcpServer::newConnection, this, [this] {
            m_socket = nextPendingConnection();
            connect(m_socket, &QTcpSocket::readyRead, this, &ByteServer::go);
            go();
        });
        if (!listen(QHostAddress::LocalHost))
            qFatal("cannot listen");
    }

    QByteArray unexpected; ///< bytes that came instead of the expected ones
    QByteArray later;      ///< bytes that came after the last step

private:
    void go()
    {
        m_got += m_socket->readAll();
        while (!m_steps.isEmpty() && m_got.size() >= m_steps.first().first.size()) {
            const auto [expected, answer] = m_steps.takeFirst();
            const QByteArray came = m_got.first(expected.size());
            m_got.remove(0, expected.size());
            if (came != expected)
                unexpected = came;
            m_socket->write(answer);
        }
        if (m_steps.isEmpty())
            later += std::exchange(m_got, {});
        if (m_steps.isEmpty() && m_closes)
            m_socket->disconnectFromHost();
    }

    Steps m_steps;
    bool m_closes;
    QTcpSocket *m_socket = nullptr;
    QByteArray m_got;
};

const QByteArray greet("\x05\x01\x00", 3);
const QByteArray noLogin("\x05\x00", 2);
const QByteArray wanted = QByteArray("\x05\x01\x00\x03\x11", 5) + "mail.example.test"
    + QByteArray("\x00\x8f", 2); // port 143
const QByteArray done("\x05\x00\x00\x01\x7f\x00\x00\x01\x12\x34", 10);

Net::Endpoint through(quint16 port, Proxy::Kind kind, const QByteArray &login = {},
                      Security security = Security::None)
{
    Net::Endpoint endpoint{ u"mail.example.test"_s, 143, security, {} };
    endpoint.proxy = Proxy{ kind, u"127.0.0.1"_s, port, login };
    return endpoint;
}

} // namespace

class TestProxy : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsUrls_data();
    void readsUrls();
    void saysWhatIsWrongWithUrls_data();
    void saysWhatIsWrongWithUrls();
    void tunnelsThroughSocks_data();
    void tunnelsThroughSocks();
    void saysWhySocksFailed_data();
    void saysWhySocksFailed();
    void tunnelsThroughHttp();
    void saysWhyHttpFailed_data();
    void saysWhyHttpFailed();
    void speaksTlsWithTheServerBehindIt();
    void refusesBytesBeforeTheHandshake();
    void handsOnWhatCameWithTheAnswer();
    void givesUpOnASilentProxy_data();
    void givesUpOnASilentProxy();
    void saysWhenThereIsNoProxy();
    void keepsToTheAddressPolicy_data();
    void keepsToTheAddressPolicy();
    void mayBeDestroyedMeanwhile();
};

void TestProxy::readsUrls_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<Proxy>("proxy");
    QTest::addColumn<QString>("shown");
    const auto socks = Proxy::Kind::Socks5;
    QTest::newRow("socks") << u"socks5://proxy.example:1080"_s
                           << Proxy{ socks, u"proxy.example"_s, 1080, {} }
                           << u"socks5://proxy.example:1080"_s;
    QTest::newRow("names at the proxy")
        << u"socks5h://10.0.0.1:9050"_s << Proxy{ socks, u"10.0.0.1"_s, 9050, {} }
        << u"socks5://10.0.0.1:9050"_s;
    QTest::newRow("login") << u"socks5://an%40na:p%3Aw%C3%B6rd@proxy.example:1"_s
                           << Proxy{ socks, u"proxy.example"_s, 1, "an@na:p:wörd" }
                           << u"socks5://proxy.example:1"_s;
    QTest::newRow("http") << u"HTTP://[::1]:3128/"_s
                          << Proxy{ Proxy::Kind::Http, u"::1"_s, 3128, {} }
                          << u"http://[::1]:3128"_s;
}

void TestProxy::readsUrls()
{
    QFETCH(QString, url);
    QFETCH(Proxy, proxy);
    const Result<Proxy> read = Net::proxyFromUrl(url);
    QVERIFY2(read.ok(), read ? "" : qPrintable(read.error().message));
    QCOMPARE(*read, proxy);
    QTEST(Net::proxyUrl(*read), "shown");
    QCOMPARE(Net::storedProxy(Net::proxyUrl(*read), read->login), proxy);
}

void TestProxy::saysWhatIsWrongWithUrls_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("reason");
    QTest::newRow("no scheme") << u"proxy.example:1080"_s << u"begin with"_s;
    QTest::newRow("other scheme") << u"https://proxy.example:1"_s << u"begin with"_s;
    QTest::newRow("socks4") << u"socks4://proxy.example:1"_s << u"begin with"_s;
    QTest::newRow("no host") << u"socks5://:1080"_s << u"host"_s;
    QTest::newRow("no port") << u"socks5://proxy.example"_s << u"port"_s;
    QTest::newRow("port 0") << u"socks5://proxy.example:0"_s << u"port"_s;
    QTest::newRow("large port") << u"socks5://proxy.example:70000"_s << u"host"_s;
    QTest::newRow("path") << u"http://proxy.example:1/x"_s << u"end with"_s;
    QTest::newRow("query") << u"http://proxy.example:1?x"_s << u"end with"_s;
    QTest::newRow("user alone") << u"http://anna@proxy.example:1"_s << u"password"_s;
    QTest::newRow("colon in the name") << u"http://an%3Ana:x@proxy.example:1"_s << u"password"_s;
    QTest::newRow("line in the password")
        << u"http://a:x%0D%0AHost:@proxy.example:1"_s << u"password"_s;
    QTest::newRow("long password")
        << u"http://a:%1@proxy.example:1"_s.arg(QString(256, u'x')) << u"password"_s;
    QTest::newRow("long") << u"http://%1:1"_s.arg(QString(2000, u'x')) << u"long"_s;
}

void TestProxy::saysWhatIsWrongWithUrls()
{
    QFETCH(QString, url);
    QFETCH(QString, reason);
    const Result<Proxy> read = Net::proxyFromUrl(url);
    QVERIFY(!read);
    QCOMPARE(read.error().code, Error::Code::BadRequest);
    QVERIFY2(read.error().message.contains(reason), qPrintable(read.error().message));
}

void TestProxy::tunnelsThroughSocks_data()
{
    QTest::addColumn<QByteArray>("login");
    QTest::addColumn<ByteServer::Steps>("steps");
    const QByteArray hello = done + "* OK hi\r\n";
    QTest::newRow("without a login")
        << QByteArray() << ByteServer::Steps{ { greet, noLogin }, { wanted, hello } };
    QTest::newRow("with a login")
        << QByteArray("me:secret")
        << ByteServer::Steps{ { QByteArray("\x05\x02\x00\x02", 4), QByteArray("\x05\x02", 2) },
                              { QByteArray("\x01\x02me\x06secret"), QByteArray("\x01\x00", 2) },
                              { wanted, hello } };
    QTest::newRow("a login that is not asked for")
        << QByteArray("me:secret")
        << ByteServer::Steps{ { QByteArray("\x05\x02\x00\x02", 4), noLogin }, { wanted, hello } };
    QTest::newRow("bound to a name")
        << QByteArray()
        << ByteServer::Steps{ { greet, noLogin },
                              { wanted,
                                QByteArray("\x05\x00\x00\x03\x04xxxx\x00\x01* OK hi\r\n", 20) } };
    QTest::newRow("bound to IPv6")
        << QByteArray()
        << ByteServer::Steps{
               { greet, noLogin },
               { wanted, QByteArray("\x05\x00\x00\x04", 4) + QByteArray(18, 'x') + "* OK hi\r\n" }
           };
}

void TestProxy::tunnelsThroughSocks()
{
    QFETCH(QByteArray, login);
    QFETCH(ByteServer::Steps, steps);
    ByteServer server(steps);
    Transport transport({});
    const Result<void> connected =
        awaited(transport.connectTo(through(server.serverPort(), Proxy::Kind::Socks5, login)));
    QVERIFY2(connected.ok(), connected ? "" : qPrintable(connected.error().message));
    QCOMPARE(server.unexpected, QByteArray());
    QCOMPARE(*awaited(transport.readLine(100, 5s)), "* OK hi");
    transport.write("A1 NOOP\r\n");
    QTRY_COMPARE(server.later, "A1 NOOP\r\n");
}

void TestProxy::saysWhySocksFailed_data()
{
    QTest::addColumn<QByteArray>("login");
    QTest::addColumn<ByteServer::Steps>("steps");
    QTest::addColumn<QString>("message");
    const auto reply = [](char code) {
        return ByteServer::Steps{ { greet, noLogin },
                                  { wanted, QByteArray("\x05", 1) + code + QByteArray(8, '\0') } };
    };
    const QByteArray none;
    QTest::newRow("login wanted") << none
                                  << ByteServer::Steps{ { greet, QByteArray("\x05\xff", 2) } }
                                  << u"The proxy requires a login."_s;
    QTest::newRow("login refused")
        << QByteArray("me:bad")
        << ByteServer::Steps{ { QByteArray("\x05\x02\x00\x02", 4), QByteArray("\x05\x02", 2) },
                              { QByteArray("\x01\x02me\x03") + "bad", QByteArray("\x01\x01", 2) } }
        << u"The proxy refused the login."_s;
    QTest::newRow("method that was not offered")
        << none << ByteServer::Steps{ { greet, QByteArray("\x05\x02", 2) } }
        << u"The proxy requires a login."_s;
    QTest::newRow("not allowed") << none << reply(2)
                                 << u"The proxy does not allow connections to mail.example.test."_s;
    QTest::newRow("no host") << none << reply(4) << u"The proxy cannot reach mail.example.test."_s;
    QTest::newRow("refused") << none << reply(5)
                             << u"mail.example.test refused the connection of the proxy."_s;
    QTest::newRow("general")
        << none << reply(1)
        << u"The proxy could not connect to mail.example.test (SOCKS reply 1)."_s;
    QTest::newRow("version 4") << none << ByteServer::Steps{ { greet, QByteArray("\x00Z", 2) } }
                               << u"The proxy does not speak SOCKS 5."_s;
    QTest::newRow("a mail server") << none << ByteServer::Steps{ { "", "* OK hi\r\n" } }
                                   << u"The proxy does not speak SOCKS 5."_s;
    QTest::newRow("unknown address")
        << none
        << ByteServer::Steps{ { greet, noLogin }, { wanted, QByteArray("\x05\x00\x00\x07", 4) } }
        << u"The proxy does not speak SOCKS 5."_s;
}

void TestProxy::saysWhySocksFailed()
{
    QFETCH(QByteArray, login);
    QFETCH(ByteServer::Steps, steps);
    QFETCH(QString, message);
    ByteServer server(steps);
    Transport transport({});
    const Result<void> connected =
        awaited(transport.connectTo(through(server.serverPort(), Proxy::Kind::Socks5, login)));
    QVERIFY(!connected);
    QCOMPARE(connected.error().message, message);
    QVERIFY(connected.error().code == Error::Code::Unreachable
            || connected.error().code == Error::Code::Protocol);
    QVERIFY(!transport.isOpen());
    QCOMPARE(server.unexpected, QByteArray());
}

void TestProxy::tunnelsThroughHttp()
{
    ScriptedServer server({ u"C: CONNECT mail.example.test:143 HTTP/1.1"_s,
                            u"C: Host: mail.example.test:143"_s,
                            u"C: Proxy-Authorization: Basic bWU6c2VjcmV0"_s, u"C: "_s,
                            u"S: HTTP/1.1 200 Connection established"_s, u"S: Via: x"_s, u"S: "_s,
                            u"S: * OK hi"_s, u"C: A1 NOOP"_s, u"S: A1 OK"_s });
    Transport transport({});
    const Result<void> connected =
        awaited(transport.connectTo(through(server.serverPort(), Proxy::Kind::Http, "me:secret")));
    QVERIFY2(connected.ok(), qPrintable(server.problem()));
    QCOMPARE(*awaited(transport.readLine(100, 5s)), "* OK hi");
    transport.write("A1 NOOP\r\n");
    QCOMPARE(*awaited(transport.readLine(100, 5s)), "A1 OK");
    QCOMPARE(server.problem(), QString());
}

void TestProxy::saysWhyHttpFailed_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<QString>("message");
    QTest::newRow("login") << QByteArray("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n")
                           << u"The proxy requires a login."_s;
    QTest::newRow("tinyproxy's login")
        << QByteArray("HTTP/1.1 401 Unauthorized\r\n\r\n") << u"The proxy requires a login."_s;
    QTest::newRow("forbidden") << QByteArray("HTTP/1.0 403 Forbidden\r\n\r\n")
                               << u"The proxy does not allow connections to mail.example.test."_s;
    QTest::newRow("out of reach") << QByteArray("HTTP/1.1 502 Bad Gateway\r\n\r\nxx")
                                  << u"The proxy cannot reach mail.example.test."_s;
    QTest::newRow("something else")
        << QByteArray("HTTP/1.1 418 Teapot\r\n\r\n")
        << u"The proxy could not connect to mail.example.test (HTTP status 418)."_s;
    QTest::newRow("redirect")
        << QByteArray("HTTP/1.1 302 Found\r\nLocation: http://x/\r\n\r\n")
        << u"The proxy could not connect to mail.example.test (HTTP status 302)."_s;
    const auto noHttp = u"The proxy does not speak HTTP."_s;
    QTest::newRow("a mail server") << QByteArray("* OK hi\r\n") << noHttp;
    QTest::newRow("interim") << QByteArray("HTTP/1.1 100 Continue\r\n\r\n") << noHttp;
    QTest::newRow("no number") << QByteArray("HTTP/1.1 2x0 OK\r\n\r\n") << noHttp;
    QTest::newRow("headers without end")
        << QByteArray("HTTP/1.1 200 OK\r\n") + QByteArray("X: y\r\n").repeated(1000) << noHttp;
}

void TestProxy::saysWhyHttpFailed()
{
    QFETCH(QByteArray, answer);
    QFETCH(QString, message);
    ByteServer server({ { "CONNECT mail.example.test:143 HTTP/1.1\r\n", answer } });
    Transport transport({});
    const Result<void> connected =
        awaited(transport.connectTo(through(server.serverPort(), Proxy::Kind::Http)));
    QVERIFY(!connected);
    QCOMPARE(connected.error().message, message);
    QVERIFY(!transport.isOpen());
}

void TestProxy::speaksTlsWithTheServerBehindIt()
{
    Support::Certificates certificates;
    const Support::Certificate good = certificates.make(u"proxied"_s, u"DNS:mail.example.test"_s);
    const Support::Certificate other = certificates.make(u"other"_s, u"DNS:other.example"_s);
    for (const Support::Certificate &certificate : { good, other }) {
        ScriptedServer server({ u"C: CONNECT mail.example.test:143 HTTP/1.1"_s, u"C: Host: *"_s,
                                u"C: "_s, u"S= HTTP/1.1 200 OK\r\n\r\n"_s, u"STARTTLS"_s,
                                u"S: * OK hi"_s },
                              certificate);
        Transport transport(*Net::TlsPolicy::withExtraCa(certificate.certificateFile));
        const Result<void> connected = awaited(transport.connectTo(
            through(server.serverPort(), Proxy::Kind::Http, {}, Security::Tls)));
        // The certificate is checked for the name of the mail server, not of the proxy.
        QCOMPARE(connected.ok(), certificate.certificateFile == good.certificateFile);
        QCOMPARE(transport.isEncrypted(), connected.ok());
        if (connected)
            QCOMPARE(*awaited(transport.readLine(100, 5s)), "* OK hi");
        else
            QCOMPARE(connected.error().code, Error::Code::Certificate);
    }
}

void TestProxy::refusesBytesBeforeTheHandshake()
{
    ByteServer server({ { greet, noLogin }, { wanted, done + "* OK injected\r\n" } });
    Transport transport({});
    const Result<void> connected = awaited(
        transport.connectTo(through(server.serverPort(), Proxy::Kind::Socks5, {}, Security::Tls)));
    QVERIFY(!connected);
    QCOMPARE(connected.error().code, Error::Code::Tls);
}

void TestProxy::handsOnWhatCameWithTheAnswer()
{
    ByteServer server({ { greet, noLogin }, { wanted, done + "* OK hi\r\n" } });
    Transport transport({});
    QByteArray got;
    transport.setHandlers(
        [&] {
            char buffer[100];
            got.append(buffer, transport.read(buffer, sizeof buffer));
        },
        [](const Error &) {});
    const Result<void> connected =
        awaited(transport.connectTo(through(server.serverPort(), Proxy::Kind::Socks5)));
    QVERIFY(connected.ok());
    QTRY_COMPARE(got, "* OK hi\r\n");
}

void TestProxy::givesUpOnASilentProxy_data()
{
    QTest::addColumn<Proxy::Kind>("kind");
    QTest::addColumn<ByteServer::Steps>("steps");
    const auto socks = Proxy::Kind::Socks5;
    QTest::newRow("socks, at once") << socks << ByteServer::Steps{};
    QTest::newRow("socks, after the greeting") << socks << ByteServer::Steps{ { greet, noLogin } };
    QTest::newRow("socks, in the answer")
        << socks << ByteServer::Steps{ { greet, noLogin }, { wanted, done.first(6) } };
    QTest::newRow("http, at once") << Proxy::Kind::Http << ByteServer::Steps{};
    QTest::newRow("http, in the answer")
        << Proxy::Kind::Http << ByteServer::Steps{ { "CONNECT", "HTTP/1.1 200 OK\r\nVia: x\r\n" } };
}

void TestProxy::givesUpOnASilentProxy()
{
    QFETCH(Proxy::Kind, kind);
    QFETCH(ByteServer::Steps, steps);
    ByteServer silent(steps);
    Transport transport({}, { .connectTimeout = 200ms });
    const Result<void> connected = awaited(transport.connectTo(through(silent.serverPort(), kind)));
    QCOMPARE(connected.error().code, Error::Code::Timeout);
    QVERIFY2(connected.error().message.contains(u"proxy"), qPrintable(connected.error().message));
    ByteServer closing(steps, true);
    const Result<void> closed =
        awaited(Transport({}).connectTo(through(closing.serverPort(), kind)));
    QCOMPARE(closed.error(),
             (Error{ Error::Code::Unreachable, u"The proxy closed the connection."_s }));
}

void TestProxy::saysWhenThereIsNoProxy()
{
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost));
    const quint16 port = server.serverPort();
    server.close();
    const Result<void> connected =
        awaited(Transport({}).connectTo(through(port, Proxy::Kind::Socks5)));
    QCOMPARE(connected.error().code, Error::Code::Unreachable);
    QVERIFY(connected.error().message.startsWith(u"No connection to the proxy 127.0.0.1 port "));
}

void TestProxy::keepsToTheAddressPolicy_data()
{
    QTest::addColumn<QString>("proxy");
    QTest::addColumn<QString>("host");
    QTest::addColumn<bool>("allowPrivate");
    QTest::newRow("metadata behind a proxy") << u"127.0.0.1"_s << u"169.254.169.254"_s << true;
    QTest::newRow("metadata by name") << u"127.0.0.1"_s << u"metadata.google.internal"_s << true;
    QTest::newRow("metadata in other digits")
        << u"127.0.0.1"_s << u"\uff11\uff16\uff19.254.169.254"_s << true;
    QTest::newRow("metadata as a number") << u"127.0.0.1"_s << u"2852039166"_s << true;
    QTest::newRow("metadata as proxy") << u"169.254.169.254"_s << u"mail.example.test"_s << true;
    QTest::newRow("private behind a proxy") << u"203.0.113.1"_s << u"10.0.0.1"_s << false;
    QTest::newRow("private proxy") << u"127.0.0.1"_s << u"mail.example.test"_s << false;
}

void TestProxy::keepsToTheAddressPolicy()
{
    QFETCH(QString, proxy);
    QFETCH(QString, host);
    QFETCH(bool, allowPrivate);
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost));
    Net::Endpoint endpoint = through(server.serverPort(), Proxy::Kind::Socks5);
    endpoint.host = host;
    endpoint.proxy.host = proxy;
    Transport transport({}, { .allowPrivate = allowPrivate });
    const Result<void> connected = awaited(transport.connectTo(endpoint));
    QCOMPARE(connected.error().code, Error::Code::Unreachable);
    QVERIFY(connected.error().message.contains(u"not allowed"));
    QVERIFY(!server.hasPendingConnections());
}

void TestProxy::mayBeDestroyedMeanwhile()
{
    ByteServer server({ { greet, noLogin } });
    auto transport = std::make_unique<Transport>(Net::TlsPolicy());
    auto connecting = transport->connectTo(through(server.serverPort(), Proxy::Kind::Socks5));
    QTimer::singleShot(50ms, this, [&] { transport.reset(); });
    const Result<void> connected = awaited(std::move(connecting));
    QCOMPARE(connected.error().code, Error::Code::Cancelled);
}

QTEST_GUILESS_MAIN(TestProxy)
#include "tst_proxy.moc"

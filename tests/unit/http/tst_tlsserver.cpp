// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/server.h"
#include "serverfixture.h"
#include "support/certificates.h"

#include <QFile>
#include <QSslCipher>
#include <QSslConfiguration>
#include <QSslSocket>
#include <QTest>

using namespace std::chrono_literals;
using Http::Reply;
using Http::Request;
using Http::Response;

class TestTlsServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void answersOverTls();
    void answersLargeBodies();
    void closesAfterARefusal();
    void refusesOldTls();
    void offersOnlyGoodCiphers();
    void usesARenewedCertificateForNewConnections();
    void endsHandshakesThatDoNotEnd();
    void outlivesPlainClients();
    void streamsEvents();

private:
    std::unique_ptr<ServerFixture> start(Http::Limits limits = {});
    Http::TlsIdentity makeIdentity(const QString &name);
    std::unique_ptr<QSslSocket> connectTo(const ServerFixture &fixture,
                                          const QList<QSslCipher> &ciphers = {});
    static bool readUntil(QSslSocket &socket, QByteArray &got, const QByteArray &end);

    Support::Certificates m_certificates;
    Http::TlsIdentity m_identity;
};

void TestTlsServer::initTestCase()
{
    m_identity = makeIdentity(QStringLiteral("http"));
    QVERIFY(!m_identity.key.isNull());
}

Http::TlsIdentity TestTlsServer::makeIdentity(const QString &name)
{
    const auto files = m_certificates.make(name);
    QFile key(files.keyFile);
    [[maybe_unused]] const bool isOpen = key.open(QIODevice::ReadOnly);
    return { QSslCertificate::fromPath(files.certificateFile), QSslKey(&key, QSsl::Ec) };
}

std::unique_ptr<ServerFixture> TestTlsServer::start(Http::Limits limits)
{
    auto fixture = std::make_unique<ServerFixture>(ServerFixture::with(limits));
    fixture->add("POST", "/echo", [](const Request &request, const Reply &reply) {
        reply.send(Response::bytes("text/plain", request.body));
    });
    fixture->add("GET", "/stream",
                 [server = fixture->server.get()](const auto &, const Reply &reply) {
                     if (const auto id = reply.startStream({}))
                         server->streams().send(*id, "data: 1\n\n");
                 });
    const auto listening = fixture->server->listen(QHostAddress::LocalHost, 0, m_identity);
    Q_ASSERT(listening.ok());
    return fixture;
}

/// With TLS 1.2 if ciphers are given.
std::unique_ptr<QSslSocket> TestTlsServer::connectTo(const ServerFixture &fixture,
                                                     const QList<QSslCipher> &ciphers)
{
    auto socket = std::make_unique<QSslSocket>();
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setCaCertificates(m_identity.chain);
    if (!ciphers.isEmpty()) {
        configuration.setProtocol(QSsl::TlsV1_2);
        configuration.setCiphers(ciphers);
    }
    socket->setSslConfiguration(configuration);
    socket->connectToHostEncrypted(QStringLiteral("127.0.0.1"), fixture.server->port());
    [[maybe_unused]] const bool isEncrypted = QTest::qWaitFor(
        [&] { return socket->isEncrypted() || socket->state() == QSslSocket::UnconnectedState; });
    return socket;
}

bool TestTlsServer::readUntil(QSslSocket &socket, QByteArray &got, const QByteArray &end)
{
    return QTest::qWaitFor([&] {
        got += socket.readAll();
        return got.endsWith(end);
    });
}

void TestTlsServer::answersOverTls()
{
    const auto fixture = start();
    const auto socket = connectTo(*fixture);
    QVERIFY(socket->isEncrypted());
    for (int i = 0; i < 3; ++i) { // the connection stays open
        socket->write("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n"
                      "Content-Type: application/json\r\n\r\n{}");
        QByteArray got;
        QVERIFY(readUntil(*socket, got, "{}"));
        QVERIFY(got.startsWith("HTTP/1.1 200 OK\r\n"));
        QVERIFY(got.contains("\r\nStrict-Transport-Security: "));
    }
}

void TestTlsServer::answersLargeBodies()
{
    const auto fixture = start({ .bodyBytes = 0 });
    const auto socket = connectTo(*fixture);
    const QByteArray body = QByteArray(3'000'000, 'x') + "end";
    socket->write("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                  "Content-Length: "
                  + QByteArray::number(body.size()) + "\r\n\r\n" + body);
    QByteArray got;
    QVERIFY(readUntil(*socket, got, "end"));
    QVERIFY(got.endsWith(body));
}

void TestTlsServer::closesAfterARefusal()
{
    const auto fixture = start({ .lingerTimeout = 50ms });
    const auto socket = connectTo(*fixture);
    socket->write("GET /echo HTTP/1.1\r\n\r\n");
    QByteArray got;
    QVERIFY(readUntil(*socket, got, "}"));
    QVERIFY(got.startsWith("HTTP/1.1 400 "));
    QVERIFY(QTest::qWaitFor([&] { return socket->state() == QSslSocket::UnconnectedState; }));
}

void TestTlsServer::refusesOldTls()
{
    const auto fixture = start();
    QSslSocket socket;
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setCaCertificates(m_identity.chain);
    QT_WARNING_PUSH
    QT_WARNING_DISABLE_DEPRECATED
    configuration.setProtocol(QSsl::TlsV1_1);
    QT_WARNING_POP
    socket.setSslConfiguration(configuration);
    socket.connectToHostEncrypted(QStringLiteral("127.0.0.1"), fixture->server->port());
    QVERIFY(QTest::qWaitFor([&] { return socket.state() == QSslSocket::UnconnectedState; }));
    QVERIFY(!socket.isEncrypted());
}

void TestTlsServer::offersOnlyGoodCiphers()
{
    const auto fixture = start();
    const auto socket = connectTo(*fixture,
                                  { QSslCipher(QStringLiteral("ECDHE-ECDSA-AES128-SHA256")),
                                    QSslCipher(QStringLiteral("ECDHE-ECDSA-AES256-SHA")) });
    QVERIFY(!socket->isEncrypted());
    QVERIFY(connectTo(*fixture, { QSslCipher(QStringLiteral("ECDHE-ECDSA-AES128-GCM-SHA256")) })
                ->isEncrypted());
}

void TestTlsServer::usesARenewedCertificateForNewConnections()
{
    const auto fixture = start();
    const auto before = connectTo(*fixture);
    QCOMPARE(before->peerCertificate(), m_identity.chain.first());
    const Http::TlsIdentity renewed = makeIdentity(QStringLiteral("renewed"));
    fixture->server->useIdentity(renewed);
    const auto former = std::exchange(m_identity, renewed);
    // The http thread may accept one more connection before it gets the new identity.
    std::unique_ptr<QSslSocket> after;
    QVERIFY(QTest::qWaitFor([&] {
        after = connectTo(*fixture);
        return after->isEncrypted();
    }));
    QCOMPARE(after->peerCertificate(), renewed.chain.first());
    m_identity = former;

    before->write("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n"
                  "Content-Type: application/json\r\n\r\n{}");
    QByteArray got;
    QVERIFY(readUntil(*before, got, "{}"));
}

void TestTlsServer::endsHandshakesThatDoNotEnd()
{
    const auto fixture = start({ .tlsTimeout = 50ms });
    Client silent(fixture->server->port());
    QVERIFY(silent.waitForClosed());
}

void TestTlsServer::outlivesPlainClients()
{
    const auto fixture = start({ .tlsTimeout = 50ms });
    Client plain(fixture->server->port());
    plain.send("GET /echo HTTP/1.1\r\nHost: localhost\r\n\r\n");
    QVERIFY(plain.waitForClosed());
    QVERIFY(!plain.rest().contains("HTTP/1.1"));
    QVERIFY(connectTo(*fixture)->isEncrypted());
}

void TestTlsServer::streamsEvents()
{
    const auto fixture = start();
    const auto socket = connectTo(*fixture);
    socket->write("GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n");
    QByteArray got;
    QVERIFY(readUntil(*socket, got, "data: 1\n\n"));
    fixture->onHttpThread([&] { fixture->server->streams().broadcast("data: 2\n\n"); });
    QVERIFY(readUntil(*socket, got, "data: 2\n\n"));
    fixture->onHttpThread([&] { fixture->server->streams().closeAll(); });
    QVERIFY(QTest::qWaitFor([&] { return socket->state() == QSslSocket::UnconnectedState; }));
}

QTEST_GUILESS_MAIN(TestTlsServer)
#include "tst_tlsserver.moc"

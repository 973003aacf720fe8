// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/session.h"
#include "support/awaited.h"
#include "support/patience.h"

#include <QPointer>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <QTimer>

#include <memory>
#include <optional>

using namespace Imap;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/** Logins whose cost the server chooses: they must not block the thread of the session. */
class TestScramLogin : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void leavesTheThreadFree();
    void mayBeDestroyedMeanwhile();
    void endsWithTheConnectionMeanwhile();
    void refusesASecondQuestionMeanwhile();
    void givesUpOnALoginWithoutEnd();
};

namespace {

/** Answers every line of a login with the same challenge: SCRAM with this many iterations. */
class Server : public QTcpServer
{
public:
    explicit Server(QByteArray mechanism, QByteArray iterations = "600000")
        : m_mechanism(std::move(mechanism)), m_iterations(std::move(iterations))
    {
        if (!listen(QHostAddress::LocalHost))
            qFatal("no port to listen on");
        connect(this, &QTcpServer::newConnection, this, [this] {
            m_socket = nextPendingConnection();
            connect(m_socket, &QTcpSocket::readyRead, this, &Server::read);
            m_socket->write("* OK [CAPABILITY IMAP4rev1 SASL-IR AUTH=" + m_mechanism + "] hi\r\n");
        });
    }
    Endpoint endpoint() const { return { u"127.0.0.1"_s, serverPort(), Net::Security::None, {} }; }
    void ask() { m_socket->write("+ " + m_question.toBase64() + "\r\n"); }
    void leave() { m_socket->disconnectFromHost(); }
    int asked() const { return m_asked; }
    bool hasProof() const { return m_hasProof; }

private:
    void read()
    {
        while (m_socket->canReadLine()) {
            const QByteArray line = m_socket->readLine().trimmed();
            const QByteArray message = QByteArray::fromBase64(line.mid(line.lastIndexOf(' ') + 1));
            m_hasProof = m_hasProof || message.contains(",p=");
            const qsizetype nonce = message.indexOf("r=");
            if (m_question.isEmpty())
                m_question = message.mid(nonce) + "ours,s=QSXCR+Q6sek8bf92,i=" + m_iterations;
            ++m_asked;
            ask();
        }
    }

    const QByteArray m_mechanism;
    const QByteArray m_iterations;
    QByteArray m_question;
    QPointer<QTcpSocket> m_socket;
    int m_asked = 0;
    bool m_hasProof = false;
};

using Outcome = std::optional<Result<void>>;

std::unique_ptr<Session> opened(const Server &server)
{
    SessionOptions options;
    options.silenceTimeout = 20s;
    auto session = std::make_unique<Session>(Net::TlsPolicy(), options);
    return awaited(session->open(server.endpoint())).ok() ? std::move(session) : nullptr;
}

} // namespace

void TestScramLogin::leavesTheThreadFree()
{
    Server server("SCRAM-SHA-256");
    const auto session = opened(server);
    QVERIFY(session);
    Outcome outcome;
    Awaiting::keep(session->login({ u"user"_s, "pencil", {} }), outcome);
    QTRY_COMPARE(server.asked(), 1);
    // Computing the answer takes at least a tenth of a second. Meanwhile this thread goes on: the timer
    // fires in each turn of its event loop.
    int ticks = 0;
    QTimer timer;
    connect(&timer, &QTimer::timeout, this, [&] { ticks += !server.hasProof(); });
    timer.start(0ms);
    QTRY_VERIFY(server.hasProof());
    QVERIFY2(ticks >= 10, qPrintable(QString::number(ticks)));
    session->abort({ Error::Code::Cancelled, u"The test is over."_s });
    QTRY_VERIFY(outcome);
}

void TestScramLogin::mayBeDestroyedMeanwhile()
{
    Server server("SCRAM-SHA-256");
    auto session = opened(server);
    QVERIFY(session);
    Outcome outcome;
    Awaiting::keep(session->login({ u"user"_s, "pencil", {} }), outcome);
    QTRY_COMPARE(server.asked(), 1);
    QCoreApplication::processEvents();
    session.reset();
    QTRY_VERIFY(outcome);
    QCOMPARE(outcome->error().code, Error::Code::Cancelled);
    QVERIFY(!server.hasProof());
}

void TestScramLogin::endsWithTheConnectionMeanwhile()
{
    Server server("SCRAM-SHA-256");
    const auto session = opened(server);
    QVERIFY(session);
    Outcome outcome;
    Awaiting::keep(session->login({ u"user"_s, "pencil", {} }), outcome);
    QTRY_COMPARE(server.asked(), 1);
    server.leave();
    QTRY_VERIFY(outcome);
    QCOMPARE(outcome->error().code, Error::Code::Unreachable);
}

void TestScramLogin::refusesASecondQuestionMeanwhile()
{
    Server server("SCRAM-SHA-256");
    const auto session = opened(server);
    QVERIFY(session);
    Outcome outcome;
    Awaiting::keep(session->login({ u"user"_s, "pencil", {} }), outcome);
    QTRY_COMPARE(server.asked(), 1);
    server.ask();
    QTRY_VERIFY(outcome);
    QCOMPARE(outcome->error().code, Error::Code::Protocol);
}

// Each answer is kept as a secret, which the session then looks for in every later response.
void TestScramLogin::givesUpOnALoginWithoutEnd()
{
    Server server("XOAUTH2");
    const auto session = opened(server);
    QVERIFY(session);
    const Result<void> in = awaited(session->login({ u"user"_s, {}, "token" }));
    QVERIFY(!in.ok());
    QCOMPARE(in.error().code, Error::Code::Protocol);
    QVERIFY(server.asked() <= 11);
}

QTEST_GUILESS_MAIN(TestScramLogin)
#include "tst_scramlogin.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/literalbudget.h"
#include "imap/session.h"
#include "support/awaited.h"
#include "support/certificates.h"
#include "support/patience.h"
#include "support/scriptedserver.h"

#include <QFile>
#include <QSslKey>
#include <QSslSocket>
#include <QTcpServer>
#include <QTest>

#include <atomic>
#include <ctime>
#include <memory>
#include <thread>

using namespace Imap;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Net::Security;
using Support::ScriptedServer;

/**
 * Two sessions on one thread, one of them with a server that sends without an end: the other one's
 * commands are answered after few turns, measured in processor time of this thread.
 */
class TestFlood : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void leavesTheNeighbourItsTurns_data();
    void leavesTheNeighbourItsTurns();
    void endsOnAFlood_data();
    void endsOnAFlood();
    void readsEverythingBeforeTheEnd();
    void letsOrdinaryMailPassLargeOnes();

private:
    Support::Certificates m_certificates;
    Support::Certificate m_certificate;
    Net::TlsPolicy m_policy;
};

namespace {

/**
 * On its own thread: greets as logged in, and then sends `piece` `times` times, or without an end if
 * that is -1, until the other side closes the connection or this object is deleted.
 */
class Flooder
{
public:
    explicit Flooder(QByteArray piece, int times = -1,
                     std::optional<Support::Certificate> certificate = {})
        : m_piece(std::move(piece)), m_times(times), m_certificate(std::move(certificate)),
          m_thread([this] { run(); })
    {
        while (m_port == 0)
            std::this_thread::yield();
    }
    ~Flooder()
    {
        m_isStopped = true;
        m_thread.join();
    }
    Endpoint endpoint() const
    {
        return { u"127.0.0.1"_s, m_port, m_certificate ? Security::Tls : Security::None, {} };
    }
    qint64 sent() const { return m_sent; }

private:
    class Server : public QTcpServer
    {
    protected:
        void incomingConnection(qintptr descriptor) override
        {
            auto *socket = new QSslSocket(this);
            socket->setSocketDescriptor(descriptor);
            addPendingConnection(socket);
        }
    };

    bool startTls(QSslSocket &socket) const
    {
        QFile key(m_certificate->keyFile);
        if (!key.open(QIODevice::ReadOnly))
            qFatal("no key");
        socket.setLocalCertificate(
            QSslCertificate::fromPath(m_certificate->certificateFile).constFirst());
        socket.setPrivateKey(QSslKey(&key, QSsl::Ec));
        socket.startServerEncryption();
        return socket.waitForEncrypted();
    }
    void run()
    {
        Server server;
        if (!server.listen(QHostAddress::LocalHost))
            qFatal("no port to listen on");
        m_port = server.serverPort();
        while (!m_isStopped && !server.hasPendingConnections())
            server.waitForNewConnection(10);
        auto *const socket = static_cast<QSslSocket *>(server.nextPendingConnection());
        if (!socket || (m_certificate && !startTls(*socket)))
            return;
        send(*socket, "* PREAUTH [CAPABILITY IMAP4rev1 QRESYNC CONDSTORE] hi\r\n");
        for (int i = 0; i != m_times && !m_isStopped && isOpen(*socket); ++i)
            send(*socket, m_piece);
        if (m_isStopped)
            return socket->abort();
        socket->disconnectFromHost();
        if (socket->state() != QAbstractSocket::UnconnectedState)
            socket->waitForDisconnected(5000);
    }
    static bool isOpen(const QAbstractSocket &socket)
    {
        return socket.state() == QAbstractSocket::ConnectedState;
    }
    void send(QAbstractSocket &socket, const QByteArray &bytes)
    {
        socket.write(bytes);
        while (isOpen(socket) && socket.bytesToWrite() > 0 && !m_isStopped)
            socket.waitForBytesWritten(100);
        m_sent += bytes.size();
    }

    const QByteArray m_piece;
    const int m_times;
    const std::optional<Support::Certificate> m_certificate;
    std::atomic<quint16> m_port = 0;
    std::atomic<qint64> m_sent = 0;
    std::atomic<bool> m_isStopped = false;
    std::thread m_thread; // last, because it uses the other members
};

/// Processor time of this thread, which other programs on the machine do not change.
double processorMs()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1000 + double(now.tv_nsec) / 1e6;
}

/// Like awaited(), but checks after each turn of the event loop. If the loop always has work, awaited()
/// checks only every 100 ms.
Result<void> awaitedInTurns(QCoro::Task<Result<void>> task, int *turns)
{
    std::optional<Result<void>> value;
    Awaiting::keep(std::move(task), value);
    for (const QDeadlineTimer deadline(Support::patience(20'000)); !value && !deadline.hasExpired();
         ++*turns)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    return value.value_or(Error{ Error::Code::Timeout, u"The coroutine did not end."_s });
}

SessionOptions patient()
{
    SessionOptions options;
    options.silenceTimeout = 20s;
    // Limits so high that only the test ends a flood.
    options.limits.commandBytes = options.limits.besidesBytes = qsizetype(1) << 40;
    options.limits.besidesPerMinute = options.limits.unaskedPerMinute = 1 << 30;
    return options;
}

/// UIDs that are not adjacent, so that the collected set grows with each of them.
QByteArray vanished()
{
    QByteArray lines;
    for (quint32 uid = 1; uid < 150'000; uid += 2)
        lines += "* VANISHED " + QByteArray::number(uid) + "\r\n";
    return lines;
}

QByteArray capability()
{
    return "* CAPABILITY IMAP4rev1" + QByteArray(" X-ABCDEF").repeated(7000) + "\r\n";
}

} // namespace

void TestFlood::initTestCase()
{
    m_certificate = m_certificates.make(u"flood"_s);
    m_policy = *Net::TlsPolicy::withExtraCa(m_certificate.certificateFile);
}

void TestFlood::leavesTheNeighbourItsTurns_data()
{
    QTest::addColumn<QByteArray>("piece");
    QTest::addColumn<bool>("tls");
    const QByteArray exists = QByteArray("* 5 EXISTS\r\n").repeated(5000);
    const QByteArray fetch =
        QByteArray("* 5 FETCH (UID 7 FLAGS (\\Seen $Junk) MODSEQ (9))\r\n").repeated(1000);
    QTest::newRow("EXISTS") << exists << false;
    QTest::newRow("EXISTS over TLS") << exists << true;
    QTest::newRow("EXPUNGE") << QByteArray("* 5 EXPUNGE\r\n").repeated(5000) << false;
    QTest::newRow("untagged OK") << QByteArray("* OK [ALERT] hear, hear\r\n").repeated(2000)
                                 << false;
    QTest::newRow("unknown") << QByteArray("* NEWS at eleven\r\n").repeated(3000) << false;
    QTest::newRow("FETCH") << fetch << false;
    QTest::newRow("FETCH over TLS") << fetch << true;
    QTest::newRow("FETCH with literals")
        << "* 5 FETCH (UID 7 BODY[] {60000}\r\n" + QByteArray(60'000, 'x') + ")\r\n"
        << false;
    QTest::newRow("CAPABILITY") << capability() << false;
    QTest::newRow("CAPABILITY in brackets") << "* OK [" + capability().chopped(2).sliced(2)
            + "] x\r\n" << false;
    QTest::newRow("VANISHED") << vanished() << false;
    QTest::newRow("VANISHED over TLS") << vanished() << true;
}

void TestFlood::leavesTheNeighbourItsTurns()
{
    QFETCH(QByteArray, piece);
    QFETCH(bool, tls);
    const auto certificate = tls ? std::optional(m_certificate) : std::nullopt;
    Flooder hostile(piece, -1, certificate);
    Session flooded(m_policy, patient());
    QVERIFY(awaited(flooded.open(hostile.endpoint())).ok());
    auto never = flooded.noop(); // it is never answered

    constexpr int commands = 10;
    QStringList script{ u"S: * PREAUTH [CAPABILITY IMAP4rev1] hi"_s };
    for (int i = 0; i < commands; ++i)
        script += { u"C: $ NOOP"_s, u"S: $ OK done"_s };
    ScriptedServer honest(script);
    Session neighbour(m_policy, patient());
    QVERIFY(
        awaited(neighbour.open({ u"127.0.0.1"_s, honest.serverPort(), Security::None, {} })).ok());
    QTRY_VERIFY(hostile.sent() > piece.size());
    int turns = 0;
    const double before = processorMs();
    for (int i = 0; i < commands; ++i) {
        const Result<void> answered = awaitedInTurns(neighbour.noop(), &turns);
        QVERIFY(answered.ok());
    }
    const double each = (processorMs() - before) / commands;
    qInfo("a command beside the flood: %.1f ms of this thread in %.1f turns", each,
          double(turns) / commands);
    QVERIFY2(each < 100, qPrintable(u"%1 ms"_s.arg(each)));
    QVERIFY(flooded.isOpen());
    flooded.abort({ Error::Code::Cancelled, u"The test is over."_s });
    QVERIFY(!awaited(std::move(never)).ok());
}

void TestFlood::endsOnAFlood_data()
{
    QTest::addColumn<QByteArray>("piece");
    QTest::newRow("many") << QByteArray("* 5 EXISTS\r\n").repeated(1000);
    QTest::newRow("long") << capability();
}

void TestFlood::endsOnAFlood()
{
    QFETCH(QByteArray, piece);
    Flooder hostile(piece);
    SessionOptions options;
    options.limits.besidesPerMinute = 100'000;
    options.limits.besidesBytes = 4 * 1024 * 1024;
    Session session(m_policy, options);
    QVERIFY(awaited(session.open(hostile.endpoint())).ok());
    const Result<void> answered = awaited(session.noop());
    QVERIFY(!answered.ok());
    QCOMPARE(answered.error().code, Error::Code::Protocol);
    QVERIFY2(answered.error().message.contains(u"too many responses"_s),
             qPrintable(answered.error().message));
}

void TestFlood::readsEverythingBeforeTheEnd()
{
    constexpr int lines = 200'000; // more than one turn reads; then the server closes
    Flooder server(QByteArray("* 1 EXPUNGE\r\n").repeated(1000), lines / 1000);
    SessionOptions options = patient();
    options.limits.newsEntries = 2 * lines;
    Session session(m_policy, options);
    QVERIFY(awaited(session.open(server.endpoint())).ok());
    QTRY_VERIFY_WITH_TIMEOUT(!session.isOpen(), Support::patience(20'000));
    QCOMPARE(session.takeNotifications().expunged.size(), lines);
    QCOMPARE(awaited(session.noop()).error().code, Error::Code::Unreachable);
}

void TestFlood::letsOrdinaryMailPassLargeOnes()
{
    constexpr qsizetype megabyte = 1024 * 1024;
    const auto literals = std::make_shared<LiteralBudget>(8 * megabyte, megabyte);
    SessionOptions options = patient();
    options.literals = literals;
    const auto fetching = [](Session &session, QList<FetchedMessage> *into) {
        return session.fetch(
            { .uids = UidSet::range(1, 1), .sections = { { "", {} } } },
            [into](FetchedMessage &&message) { into->append(std::move(message)); });
    };
    const QString begun = u"S: * PREAUTH [CAPABILITY IMAP4rev1] hi"_s;
    const auto answer = [](qsizetype bytes) {
        return u"S: * 1 FETCH (UID 1 BODY[] {%1}\r\n%2)\r\n$ OK done"_s.arg(bytes).arg(
            QString(bytes, u'x'));
    };
    const QString asked = u"C: $ UID FETCH 1 (UID BODY.PEEK[])"_s;
    ScriptedServer slow({ begun, asked, u"S: * 1 FETCH (UID 1 BODY[] {8388608}"_s }); // and no more
    ScriptedServer large({ begun, asked, answer(4 * megabyte) });
    ScriptedServer small({ begun, asked, answer(megabyte / 2) });
    const auto open = [&](const ScriptedServer &server) {
        auto session = std::make_unique<Session>(m_policy, options);
        const Endpoint where{ u"127.0.0.1"_s, server.serverPort(), Security::None, {} };
        return awaited(session->open(where)).ok() ? std::move(session) : nullptr;
    };
    const auto first = open(slow);
    const auto second = open(large);
    const auto third = open(small);
    QVERIFY(first && second && third);
    QList<FetchedMessage> one;
    QList<FetchedMessage> two;
    QList<FetchedMessage> three;
    auto ofSlow = fetching(*first, &one);
    QTRY_COMPARE(literals->held(), 8 * megabyte);
    auto ofLarge = fetching(*second, &two);
    QTRY_VERIFY(literals->isWanted());
    QVERIFY(awaited(fetching(*third, &three)).ok()); // overtakes the waiting one
    QCOMPARE(three.size(), 1);
    QVERIFY(two.isEmpty());
    first->abort({ Error::Code::Cancelled, u"The test is over."_s });
    QVERIFY(!awaited(std::move(ofSlow)).ok());
    QVERIFY(awaited(std::move(ofLarge)).ok());
    QCOMPARE(two.size(), 1);
    QCOMPARE(two.first().body.size(), 4 * megabyte);
    QCOMPARE(literals->held(), 4 * megabyte + megabyte / 2);
    two.clear();
    three.clear();
    QCOMPARE(literals->held(), 0);
}

QTEST_GUILESS_MAIN(TestFlood)
#include "tst_flood.moc"

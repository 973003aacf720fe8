// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/transport.h"
#include "support/awaited.h"
#include "support/patience.h"
#include "support/scriptedserver.h"

#include <QHostInfo>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Net::Security;
using Net::TlsPolicy;
using Net::Transport;
using Support::ScriptedServer;

/** TLS policy and waiting, against a server in the same event loop. */
class TestTransport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void acceptsAnAuthorityOfTheAdministrator();
    void acceptsAName();
    void connectsToAddressesThatAreKnown();
    void refusesAnUnknownAuthority();
    void refusesAnotherName();
    void refusesAnExpiredCertificate();
    void acceptsThePinnedKey();
    void refusesAnotherKeyThanThePinnedOne_data();
    void refusesAnotherKeyThanThePinnedOne();
    void readsPinsAsPeopleWriteThem_data();
    void readsPinsAsPeopleWriteThem();
    void refusesACaFileWithoutCertificates();
    void readsLinesAndBytes();
    void keepsLinesThatCameBeforeTheEnd();
    void refusesALongLine();
    void givesUpAfterTheDeadline();
    void neverConnectsToMetadata();
    void refusesPrivateAddressesWhereTold();
    void reportsThatNothingListens();
    void refusesBytesBeforeTheHandshake();
    void endsEveryWaitWhenDestroyed();
    void mayBeDestroyedByWhomItResumes();

private:
    Net::Endpoint endpoint(const ScriptedServer &server, Security security) const;
    Result<void> connectWith(const TlsPolicy &policy, const Support::Certificate &certificate,
                             const QString &host, const QByteArray &pin = {});
    QByteArray keyOf(const Support::Certificate &certificate) const;

    Support::Certificates m_certificates;
    Support::Certificate m_good;
    TlsPolicy m_policy;
};

void TestTransport::initTestCase()
{
    m_good = m_certificates.make(u"good"_s);
    m_policy = *TlsPolicy::withExtraCa(m_good.certificateFile);
}

Net::Endpoint TestTransport::endpoint(const ScriptedServer &server, Security security) const
{
    return { u"127.0.0.1"_s, server.serverPort(), security, {} };
}

Result<void> TestTransport::connectWith(const TlsPolicy &policy,
                                        const Support::Certificate &certificate,
                                        const QString &host, const QByteArray &pin)
{
    ScriptedServer server({ u"TLS"_s }, certificate);
    Transport transport(policy);
    return awaited(transport.connectTo({ host, server.serverPort(), Security::Tls, pin }));
}

QByteArray TestTransport::keyOf(const Support::Certificate &certificate) const
{
    return Net::keyFingerprint(
        QSslCertificate::fromPath(certificate.certificateFile, QSsl::Pem).constFirst());
}

void TestTransport::acceptsAnAuthorityOfTheAdministrator()
{
    QVERIFY(connectWith(m_policy, m_good, u"127.0.0.1"_s).ok());
}

void TestTransport::acceptsAName()
{
    // A minimal installation may have no /etc/hosts.
    if (QHostInfo::fromName(u"localhost"_s).addresses().isEmpty())
        QSKIP("localhost has no address on this machine");
    QVERIFY(connectWith(m_policy, m_good, u"localhost"_s).ok());
}

// The name is not looked up, but the certificate must be valid for it.
void TestTransport::connectsToAddressesThatAreKnown()
{
    const auto named = m_certificates.make(u"named"_s, u"DNS:mail.example.invalid"_s);
    ScriptedServer server({ u"TLS"_s }, named);
    Net::Endpoint there{ u"mail.example.invalid"_s, server.serverPort(), Security::Tls, {} };
    there.addresses = { QHostAddress(u"127.0.0.1"_s) };
    Transport transport(*TlsPolicy::withExtraCa(named.certificateFile));
    QVERIFY(awaited(transport.connectTo(there)).ok());
    Transport strict(TlsPolicy(), { .allowPrivate = false });
    const Result<void> refused = awaited(strict.connectTo(there));
    QVERIFY(!refused.ok());
    QVERIFY(refused.error().message.contains(u"not allowed"_s));
}

void TestTransport::refusesAnUnknownAuthority()
{
    const Result<void> connected = connectWith(TlsPolicy(), m_good, u"127.0.0.1"_s);
    QVERIFY(!connected.ok());
    QCOMPARE(connected.error().code, Error::Code::Certificate);
    QVERIFY2(connected.error().message.contains(u"self-signed"_s),
             qPrintable(connected.error().message));
    QVERIFY(connected.error().message.contains(Net::pinText(keyOf(m_good))));
}

void TestTransport::refusesAnotherName()
{
    const auto other = m_certificates.make(u"other"_s, u"DNS:mail.example.org"_s);
    const Result<void> connected =
        connectWith(*TlsPolicy::withExtraCa(other.certificateFile), other, u"127.0.0.1"_s);
    QVERIFY(!connected.ok());
    QCOMPARE(connected.error().code, Error::Code::Certificate);
    QVERIFY2(connected.error().message.contains(u"host name"_s),
             qPrintable(connected.error().message));
}

void TestTransport::refusesAnExpiredCertificate()
{
    const auto old = m_certificates.make(u"old"_s, u"IP:127.0.0.1"_s, -1);
    const Result<void> connected =
        connectWith(*TlsPolicy::withExtraCa(old.certificateFile), old, u"127.0.0.1"_s);
    QVERIFY(!connected.ok());
    QCOMPARE(connected.error().code, Error::Code::Certificate);
    QVERIFY2(connected.error().message.contains(u"expired"_s),
             qPrintable(connected.error().message));
}

void TestTransport::acceptsThePinnedKey()
{
    QVERIFY(connectWith(TlsPolicy(), m_good, u"127.0.0.1"_s, keyOf(m_good)).ok());
}

void TestTransport::refusesAnotherKeyThanThePinnedOne_data()
{
    QTest::addColumn<bool>("trusted");
    QTest::newRow("from an unknown authority") << false;
    QTest::newRow("even with a good certificate") << true;
}

void TestTransport::refusesAnotherKeyThanThePinnedOne()
{
    QFETCH(bool, trusted);
    const Result<void> connected =
        connectWith(trusted ? m_policy : TlsPolicy(), m_good, u"127.0.0.1"_s, QByteArray(32, 'x'));
    QVERIFY(!connected.ok());
    QCOMPARE(connected.error().code, Error::Code::Certificate);
}

void TestTransport::readsPinsAsPeopleWriteThem_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isPin");
    const QByteArray pin(32, '\xa5');
    QTest::newRow("as shown") << Net::pinText(pin) << true;
    QTest::newRow("hexadecimal") << QString::fromLatin1(pin.toHex()) << true;
    QTest::newRow("base64") << QString::fromLatin1(pin.toBase64()) << true;
    QTest::newRow("curl's form") << u"sha256/"_s + QString::fromLatin1(pin.toBase64()) << true;
    QTest::newRow("too short") << QString::fromLatin1(pin.left(31).toHex()) << false;
    QTest::newRow("no hexadecimal") << QString(64, u'x') << false;
    QTest::newRow("empty") << QString() << false;
}

void TestTransport::readsPinsAsPeopleWriteThem()
{
    QFETCH(QString, text);
    QFETCH(bool, isPin);
    const std::optional<QByteArray> pin = Net::pinFromText(text);
    QCOMPARE(pin.has_value(), isPin);
    QCOMPARE(pin.value_or(QByteArray()), isPin ? QByteArray(32, '\xa5') : QByteArray());
}

void TestTransport::refusesACaFileWithoutCertificates()
{
    QCOMPARE(TlsPolicy::withExtraCa(u"/nonexistent.pem"_s).error().code, Error::Code::BadRequest);
    QCOMPARE(TlsPolicy::withExtraCa(m_good.keyFile).error().code, Error::Code::BadRequest);
}

void TestTransport::readsLinesAndBytes()
{
    ScriptedServer server({ u"S: one"_s, u"S= two\nabc"_s, u"C: hello"_s, u"S= defgh"_s });
    server.setPieceBytes(1);
    Transport transport(m_policy);
    QVERIFY(awaited(transport.connectTo(endpoint(server, Security::None))).ok());
    QCOMPARE(awaited(transport.readLine(10, 5s)), Result<QByteArray>(QByteArray("one")));
    QCOMPARE(awaited(transport.readLine(10, 5s)), Result<QByteArray>(QByteArray("two")));
    transport.write("hello\r\n");
    QCOMPARE(awaited(transport.readBytes(6, 5s)), Result<QByteArray>(QByteArray("abcdef")));
    QCOMPARE(server.problem(), QString());
}

void TestTransport::keepsLinesThatCameBeforeTheEnd()
{
    ScriptedServer server({ u"S: 421 too busy\r\nbye"_s, u"X"_s });
    Transport transport(m_policy);
    QVERIFY(awaited(transport.connectTo(endpoint(server, Security::None))).ok());
    QTRY_VERIFY(!server.findChild<QSslSocket *>()
                || server.findChild<QSslSocket *>()->state() == QAbstractSocket::UnconnectedState);
    QCOMPARE(awaited(transport.readLine(100, 5s)), Result<QByteArray>(QByteArray("421 too busy")));
    QCOMPARE(awaited(transport.readLine(100, 5s)), Result<QByteArray>(QByteArray("bye")));
    QCOMPARE(awaited(transport.readLine(100, 5s)).error().code, Error::Code::Unreachable);
}

void TestTransport::refusesALongLine()
{
    ScriptedServer server({ u"S= "_s + QString(200, u'x') });
    Transport transport(m_policy);
    QVERIFY(awaited(transport.connectTo(endpoint(server, Security::None))).ok());
    QCOMPARE(awaited(transport.readLine(100, 5s)).error().code, Error::Code::Protocol);
    QVERIFY(!transport.isOpen());
}

void TestTransport::givesUpAfterTheDeadline()
{
    ScriptedServer server({ u"S= half"_s });
    Transport transport(m_policy);
    QVERIFY(awaited(transport.connectTo(endpoint(server, Security::None))).ok());
    QCOMPARE(awaited(transport.readLine(100, 30ms)).error().code, Error::Code::Timeout);

    ScriptedServer silent({}); // accepts and never answers the handshake
    Transport tls(m_policy, { .connectTimeout = 50ms });
    QCOMPARE(awaited(tls.connectTo(endpoint(silent, Security::Tls))).error().code,
             Error::Code::Timeout);
}

void TestTransport::neverConnectsToMetadata()
{
    Transport transport(m_policy);
    const Result<void> connected =
        awaited(transport.connectTo({ u"169.254.169.254"_s, 993, Security::Tls, {} }));
    QCOMPARE(connected.error().code, Error::Code::Unreachable);
}

void TestTransport::refusesPrivateAddressesWhereTold()
{
    ScriptedServer server({});
    Transport transport(m_policy, { .allowPrivate = false });
    QCOMPARE(awaited(transport.connectTo(endpoint(server, Security::None))).error().code,
             Error::Code::Unreachable);
}

void TestTransport::reportsThatNothingListens()
{
    quint16 port = 0;
    {
        ScriptedServer gone({});
        port = gone.serverPort();
    }
    Transport transport(m_policy);
    const Result<void> connected =
        awaited(transport.connectTo({ u"127.0.0.1"_s, port, Security::Tls, {} }));
    QCOMPARE(connected.error().code, Error::Code::Unreachable);
}

void TestTransport::refusesBytesBeforeTheHandshake()
{
    ScriptedServer server({ u"S: 220 go\r\n250 injected"_s });
    Transport transport(m_policy);
    QVERIFY(awaited(transport.connectTo(endpoint(server, Security::StartTls))).ok());
    QVERIFY(awaited(transport.readLine(100, 5s)).ok());
    QCOMPARE(awaited(transport.startTls()).error().code, Error::Code::Tls);
    QVERIFY(!transport.isOpen());
}

void TestTransport::endsEveryWaitWhenDestroyed()
{
    ScriptedServer server({});
    auto transport = std::make_unique<Transport>(m_policy);
    QVERIFY(awaited(transport->connectTo(endpoint(server, Security::None))).ok());
    auto reading = transport->readLine(100, 60s);
    transport.reset();
    QCOMPARE(awaited(std::move(reading)).error().code, Error::Code::Cancelled);
}

void TestTransport::mayBeDestroyedByWhomItResumes()
{
    ScriptedServer server({ u"S: hello"_s });
    const auto whole = [](TlsPolicy policy, Net::Endpoint where) -> QCoro::Task<QByteArray> {
        Transport transport(policy);
        const Result<void> connected = co_await transport.connectTo(where);
        if (!connected)
            co_return "not connected";
        const Result<QByteArray> line = co_await transport.readLine(100, 5s);
        co_return line ? *line : QByteArray("no line");
    };
    QCOMPARE(awaited(whole(m_policy, endpoint(server, Security::None))), QByteArray("hello"));
}

QTEST_GUILESS_MAIN(TestTransport)
#include "tst_transport.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/callthread.h"
#include "support/awaited.h"
#include "support/certificates.h"
#include "support/patience.h"

#include <QElapsedTimer>
#include <QSemaphore>
#include <QSslKey>
#include <QSslSocket>
#include <QTcpServer>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Net::HttpAnswer;
using Net::HttpCall;
using Net::HttpCaller;

namespace {

/** Takes requests on 127.0.0.1 and answers each with the same bytes. */
class Sink : public QTcpServer
{
public:
    enum class End { KeepsOpen, Closes, Resets, SaysMore, ClosesAtTheSecond, AnswersTooEarly };

    explicit Sink(QByteArray answer, End end = End::KeepsOpen) : m_answer(answer), m_end(end)
    {
        if (!listen(QHostAddress(u"127.0.0.1"_s)))
            qFatal("cannot listen");
    }

    void useTls(const Support::Certificate &certificate)
    {
        m_tls = QSslConfiguration::defaultConfiguration();
        m_tls->setLocalCertificate(
            QSslCertificate::fromPath(certificate.certificateFile).constFirst());
        QFile key(certificate.keyFile);
        if (!key.open(QIODevice::ReadOnly))
            qFatal("no key");
        m_tls->setPrivateKey(QSslKey(&key, QSsl::Ec));
    }

    QUrl url(const QString &host = u"127.0.0.1"_s) const
    {
        return QUrl(
            u"%1://%2:%3/hook?x=1"_s.arg(m_tls ? u"https"_s : u"http"_s, host).arg(serverPort()));
    }
    int connections = 0;
    int open = 0;
    QList<QByteArray> requests;

protected:
    void incomingConnection(qintptr descriptor) override
    {
        ++connections;
        ++open;
        auto *socket = new QSslSocket(this);
        socket->setSocketDescriptor(descriptor);
        connect(socket, &QSslSocket::disconnected, this, [this] { --open; });
        const auto got = std::make_shared<QByteArray>();
        connect(socket, &QSslSocket::readyRead, this, [this, socket, got] {
            if (m_end == End::AnswersTooEarly) {
                requests.append(socket->read(1));
                socket->disconnect(this);
                return answer(socket);
            }
            *got += socket->readAll();
            const qsizetype head = got->indexOf("\r\n\r\n");
            const qsizetype at = got->toLower().indexOf("content-length: ");
            const qsizetype length =
                at < 0 ? 0 : got->mid(at + 16, got->indexOf('\r', at) - at - 16).toInt();
            if (head < 0 || got->size() < head + 4 + length)
                return;
            requests.append(std::exchange(*got, {}));
            if (m_end == End::ClosesAtTheSecond && socket->property("hasAnswered").toBool())
                return socket->disconnectFromHost();
            socket->setProperty("hasAnswered", true);
            answer(socket);
        });
        if (m_tls) {
            socket->setSslConfiguration(*m_tls);
            socket->startServerEncryption();
        }
    }

private:
    void answer(QSslSocket *socket)
    {
        socket->write(m_answer);
        if (m_end == End::Closes)
            socket->disconnectFromHost();
        if (m_end == End::Resets)
            socket->abort();
        if (m_end == End::SaysMore) {
            connect(socket, &QSslSocket::bytesWritten, this, [this, socket] {
                if (socket->bytesToWrite() == 0)
                    socket->write(m_answer.right(4096));
            });
        }
    }

    QByteArray m_answer;
    End m_end;
    std::optional<QSslConfiguration> m_tls;
};

/** Answers each request without end: `first`, then `again` as fast as it is taken. */
class Flood : public QTcpServer
{
public:
    Flood(QByteArray first, QByteArray again) : m_first(first), m_again(again)
    {
        if (!listen(QHostAddress(u"127.0.0.1"_s)))
            qFatal("cannot listen");
    }
    QUrl url() const { return QUrl(u"http://127.0.0.1:%1/"_s.arg(serverPort())); }
    int connections = 0;
    int open = 0;
    qint64 sent = 0;

protected:
    void incomingConnection(qintptr descriptor) override
    {
        ++connections;
        ++open;
        auto *socket = new QTcpSocket(this);
        socket->setSocketDescriptor(descriptor);
        connect(socket, &QTcpSocket::disconnected, this, [this] { --open; });
        connect(socket, &QTcpSocket::readyRead, this, [this, socket] {
            socket->readAll();
            if (!std::exchange(m_hasBegun[socket], true))
                socket->write(m_first + m_again);
        });
        connect(socket, &QTcpSocket::bytesWritten, this, [this, socket](qint64 count) {
            sent += count;
            if (socket->bytesToWrite() == 0)
                socket->write(m_again);
        });
    }

private:
    QByteArray m_first;
    QByteArray m_again;
    QHash<QTcpSocket *, bool> m_hasBegun;
};

const QByteArray fine("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-Answer: yes\r\n\r\nok");

Net::Networks loopback()
{
    return *Net::Networks::parse({ u"127.0.0.0/8"_s });
}

HttpCall callTo(const QUrl &url)
{
    HttpCall call;
    call.url = url;
    call.headers = { { "Content-Type", "application/json" }, { "X-Mine", "a b" } };
    call.body = "{}";
    call.opened = loopback();
    return call;
}

void addFloods()
{
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<QByteArray>("again");
    QTest::addColumn<int>("status"); // 0: there is no answer
    const QByteArray ok = "HTTP/1.1 200 OK\r\n";
    const QByteArray much(16 * 1024, 'x');
    QTest::newRow("header value") << ok + "X: " << much << 0;
    QTest::newRow("header lines") << ok << "X: " + much + "\r\n" << 0;
    QTest::newRow("status line") << QByteArray("HTTP/1.1 200 ") << much << 0;
    QTest::newRow("100 Continue") << QByteArray()
                                  << QByteArray("HTTP/1.1 100 Continue\r\n\r\n").repeated(500) << 0;
    QTest::newRow("early hints") << QByteArray()
                                 << "HTTP/1.1 103 Early Hints\r\nLink: " + much + "\r\n\r\n"
                                 << 0;
    const QByteArray chunks = ok + "Transfer-Encoding: chunked\r\n\r\n";
    QTest::newRow("chunk extension") << chunks + "5;a=" << much << 200;
    QTest::newRow("trailer") << chunks + "0\r\nX: " << much << 200;
    QTest::newRow("trailer lines") << chunks + "0\r\n"
                                   << QByteArray("X: y\r\n").repeated(500) << 200;
    QTest::newRow("body") << ok + "\r\n" << much << 200;
}

Net::HttpCallerOptions resolvingTo(QStringList addresses)
{
    Net::HttpCallerOptions options;
    options.lookup = [addresses](const QString &) {
        QList<QHostAddress> found;
        for (const QString &address : addresses)
            found.append(QHostAddress(address));
        return Result<QList<QHostAddress>>(found);
    };
    return options;
}

Result<HttpAnswer> called(HttpCaller &caller, const HttpCall &call)
{
    return awaited(caller.call(call));
}

Result<HttpAnswer> calledQuickly(const HttpCall &call, Net::HttpDeadlines deadlines)
{
    Net::HttpCallerOptions options;
    options.deadlines = deadlines;
    HttpCaller caller(options);
    return called(caller, call);
}

} // namespace

class TestHttpCaller : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void postsWhatItIsGiven();
    void getsWithoutABody();
    void speaksToACheckedAddressInTheNameOfTheHost();
    void refusesAHostWithAnAddressThatIsNotPublic_data();
    void refusesAHostWithAnAddressThatIsNotPublic();
    void looksUpOncePerCall();
    void triesTheNextAddress();
    void refusesHeadersWithLineEnds();
    void followsNoRedirection();
    void leavesCompressedAnswersAlone();
    void readsAnEndlessAnswerToItsLimit();
    void takesAStatusWithoutTheWholeAnswer_data();
    void takesAStatusWithoutTheWholeAnswer();
    void saysWhyThereIsNoAnswer_data();
    void saysWhyThereIsNoAnswer();
    void givesUpOnASilentServer_data();
    void givesUpOnASilentServer();
    void boundsALookUp();
    void checksTheCertificateAgainstTheHost_data();
    void checksTheCertificateAgainstTheHost();
    void endsAFlood_data();
    void endsAFlood();
    void endsAFloodOverTls();
    void answersOthersBesideAFlood_data();
    void answersOthersBesideAFlood();
    void keepsAConnectionForTheNextCall();
    void keepsNoConnectionThatIsNotClean_data();
    void keepsNoConnectionThatIsNotClean();
    void keepsNoConnectionWithoutTheWholeRequest();
    void endsAKeptConnection();
    void asksAgainWhereAKeptConnectionEnds();
    void asksOnceOnANewConnection_data();
    void asksOnceOnANewConnection();
    void callsOthersWhileNamesOfOneUserAreSilent();
    void endsWhatRunsWhenItIsStopped();
    void runsOnAThreadOfItsOwn();
};

void TestHttpCaller::getsWithoutABody()
{
    Sink sink(fine);
    HttpCaller caller({});
    HttpCall call = callTo(sink.url());
    call.method = Net::HttpMethod::Get;
    const Result<HttpAnswer> answer = called(caller, call);
    QVERIFY(answer.ok());
    QVERIFY(sink.requests.constFirst().startsWith("GET /hook?x=1 HTTP/1.1\r\n"));
    QVERIFY(sink.requests.constFirst().endsWith("\r\n\r\n"));
    QVERIFY(!sink.requests.constFirst().toLower().contains("content-length"));
}

void TestHttpCaller::postsWhatItIsGiven()
{
    Sink sink(fine);
    HttpCaller caller({});
    const Result<HttpAnswer> answer = called(caller, callTo(sink.url()));
    QVERIFY(answer.ok());
    QCOMPARE(answer->status, 200);
    QCOMPARE(answer->body, "ok");
    QCOMPARE(answer->header("x-answer"), "yes");
    QVERIFY(!answer->isCut);
    QList<QByteArray> lines = sink.requests.value(0).split('\n');
    for (QByteArray &line : lines)
        line = line.trimmed();
    QCOMPARE(lines.takeFirst(), "POST /hook?x=1 HTTP/1.1");
    QCOMPARE(lines.takeLast(), "{}");
    lines.removeAll("");
    std::ranges::sort(lines);
    const QList<QByteArray> expected = { "Accept-Encoding: identity",
                                         "Accept-Language: *",
                                         "Connection: Keep-Alive",
                                         "Content-Length: 2",
                                         "Content-Type: application/json",
                                         "Host: 127.0.0.1:" + QByteArray::number(sink.serverPort()),
                                         "User-Agent: Postrider/" POSTRIDER_VERSION,
                                         "X-Mine: a b" };
    QCOMPARE(lines, expected);
}

void TestHttpCaller::speaksToACheckedAddressInTheNameOfTheHost()
{
    Sink sink(fine);
    HttpCaller caller(resolvingTo({ u"127.0.0.1"_s }));
    QVERIFY(called(caller, callTo(sink.url(u"bücher.example"_s))).ok());
    const QByteArray host = "Host: xn--bcher-kva.example:" + QByteArray::number(sink.serverPort());
    QVERIFY(sink.requests.value(0).contains(host + "\r\n"));
}

void TestHttpCaller::refusesAHostWithAnAddressThatIsNotPublic_data()
{
    QTest::addColumn<QStringList>("addresses");
    QTest::newRow("metadata") << QStringList{ u"169.254.169.254"_s };
    QTest::newRow("one of two") << QStringList{ u"127.0.0.1"_s, u"10.0.0.1"_s };
    QTest::newRow("mapped") << QStringList{ u"::ffff:192.168.0.1"_s };
    QTest::newRow("ipv6") << QStringList{ u"127.0.0.1"_s, u"fe80::1"_s };
}

void TestHttpCaller::refusesAHostWithAnAddressThatIsNotPublic()
{
    QFETCH(QStringList, addresses);
    Sink sink(fine);
    HttpCaller caller(resolvingTo(addresses));
    const Result<HttpAnswer> answer = called(caller, callTo(sink.url(u"receiver.example"_s)));
    const Error refused{ Error::Code::BadRequest,
                         u"receiver.example has an address that is not public."_s };
    QCOMPARE(answer.error(), refused);
    QCOMPARE(sink.connections, 0);
}

void TestHttpCaller::looksUpOncePerCall()
{
    Sink sink(fine);
    QAtomicInt lookups;
    Net::HttpCallerOptions options;
    options.lookup = [&lookups](const QString &) {
        const bool isFirst = lookups.fetchAndAddRelaxed(1) == 0;
        return Result<QList<QHostAddress>>(
            { QHostAddress(isFirst ? u"127.0.0.1"_s : u"169.254.169.254"_s) });
    };
    HttpCaller caller(options);
    const HttpCall call = callTo(sink.url(u"rebinding.example"_s));
    QVERIFY(called(caller, call).ok());
    QCOMPARE(lookups.loadRelaxed(), 1);
    QCOMPARE(called(caller, call).error().code, Error::Code::BadRequest);
    QCOMPARE(sink.requests.size(), 1);
}

void TestHttpCaller::triesTheNextAddress()
{
    Sink sink(fine);
    HttpCaller caller(resolvingTo({ u"127.0.0.2"_s, u"127.0.0.1"_s }));
    QVERIFY(called(caller, callTo(sink.url(u"receiver.example"_s))).ok());
}

void TestHttpCaller::refusesHeadersWithLineEnds()
{
    Sink sink(fine);
    HttpCaller caller({});
    HttpCall call = callTo(sink.url());
    call.headers.emplaceBack("X-Evil", "a\r\nX-Injected: yes");
    QCOMPARE(called(caller, call).error().code, Error::Code::BadRequest);
    call.headers.last() = { "X-Evil: a\r\nX-Injected", "yes" };
    QCOMPARE(called(caller, call).error().code, Error::Code::BadRequest);
    QCOMPARE(sink.connections, 0);
}

void TestHttpCaller::followsNoRedirection()
{
    Sink other(fine);
    Sink sink("HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: " + other.url().toEncoded()
              + "\r\n\r\n");
    HttpCaller caller({});
    const Result<HttpAnswer> answer = called(caller, callTo(sink.url()));
    QVERIFY(answer.ok());
    QCOMPARE(answer->status, 302);
    QCOMPARE(other.connections, 0);
}

void TestHttpCaller::leavesCompressedAnswersAlone()
{
    const QByteArray gzip = QByteArray::fromHex("1f8b08000000000000034bcc4a4c0600d4c8b8d104000000");
    Sink sink("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: "
              + QByteArray::number(gzip.size()) + "\r\n\r\n" + gzip);
    HttpCaller caller({});
    const Result<HttpAnswer> answer = called(caller, callTo(sink.url()));
    QVERIFY(answer.ok());
    QCOMPARE(answer->body, gzip);
}

void TestHttpCaller::readsAnEndlessAnswerToItsLimit()
{
    Sink sink("HTTP/1.1 200 OK\r\n\r\n" + QByteArray(4096, 'x'), Sink::End::SaysMore);
    HttpCaller caller({});
    const Result<HttpAnswer> answer = called(caller, callTo(sink.url()));
    QVERIFY(answer.ok());
    QCOMPARE(answer->body, QByteArray(64 * 1024, 'x'));
    QVERIFY(answer->isCut);
}

void TestHttpCaller::takesAStatusWithoutTheWholeAnswer_data()
{
    QTest::addColumn<int>("end");
    QTest::newRow("it closes") << int(Sink::End::Closes);
    QTest::newRow("it is silent") << int(Sink::End::KeepsOpen);
}

void TestHttpCaller::takesAStatusWithoutTheWholeAnswer()
{
    QFETCH(int, end);
    Sink sink("HTTP/1.1 202 Accepted\r\nContent-Length: 10\r\n\r\nhalf", Sink::End(end));
    const Result<HttpAnswer> answer = calledQuickly(callTo(sink.url()), { .total = 1s });
    QVERIFY(answer.ok());
    QCOMPARE(answer->status, 202);
    QCOMPARE(answer->body, "half");
    QVERIFY(answer->isCut);
}

void TestHttpCaller::saysWhyThereIsNoAnswer_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("end");
    const int unreachable = int(Error::Code::Unreachable);
    QTest::addColumn<int>("code");
    QTest::newRow("closed") << QByteArray() << int(Sink::End::Closes) << unreachable;
    QTest::newRow("reset") << QByteArray() << int(Sink::End::Resets) << unreachable;
    QTest::newRow("within the head")
        << QByteArray("HTTP/1.1 200 O") << int(Sink::End::Closes) << unreachable;
    QTest::newRow("no HTTP") << QByteArray("220 mail.example.org ESMTP\r\n\r\n")
                             << int(Sink::End::KeepsOpen) << unreachable;
}

void TestHttpCaller::saysWhyThereIsNoAnswer()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, end);
    QFETCH(int, code);
    Sink sink(bytes, Sink::End(end));
    HttpCaller caller({});
    const Result<HttpAnswer> answer = called(caller, callTo(sink.url()));
    QVERIFY(!answer.ok());
    QCOMPARE(int(answer.error().code), code);
    QVERIFY2(answer.error().message.startsWith(u"127.0.0.1 "), qPrintable(answer.error().message));
}

void TestHttpCaller::givesUpOnASilentServer_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("end");
    QTest::newRow("nothing at all") << QByteArray() << int(Sink::End::KeepsOpen);
    QTest::newRow("a head that does not end")
        << QByteArray("HTTP/1.1 200 OK\r\nX: y\r\n") << int(Sink::End::KeepsOpen);
}

void TestHttpCaller::givesUpOnASilentServer()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, end);
    Sink sink(bytes, Sink::End(end));
    const Result<HttpAnswer> answer = calledQuickly(callTo(sink.url()), { .total = 500ms });
    QVERIFY(!answer.ok());
    QCOMPARE(answer.error().code, Error::Code::Timeout);
    QTcpServer silent; // never answers the handshake
    QVERIFY(silent.listen(QHostAddress(u"127.0.0.1"_s)));
    const QUrl url(u"https://127.0.0.1:%1/"_s.arg(silent.serverPort()));
    const Result<HttpAnswer> encrypted =
        calledQuickly(callTo(url), { .connect = 100ms, .tls = 100ms, .total = 1h });
    QVERIFY(!encrypted.ok());
    QCOMPARE(encrypted.error().code, Error::Code::Timeout);
}

void TestHttpCaller::boundsALookUp()
{
    const auto mayEnd = std::make_shared<QSemaphore>(); // the look-up may outlive this test
    Net::HttpCallerOptions options;
    options.deadlines.lookup = 50ms;
    options.lookup = [mayEnd](const QString &) {
        mayEnd->acquire();
        return Result<QList<QHostAddress>>({ QHostAddress(u"127.0.0.1"_s) });
    };
    HttpCaller caller(options);
    const Result<HttpAnswer> answer = called(caller, callTo(QUrl(u"http://slow.example:1024/"_s)));
    mayEnd->release();
    QVERIFY(!answer.ok());
    QCOMPARE(answer.error().code, Error::Code::Timeout);
}

void TestHttpCaller::checksTheCertificateAgainstTheHost_data()
{
    QTest::addColumn<QString>("names");
    QTest::addColumn<bool>("isTrusted");
    QTest::addColumn<bool>("isFine");
    QTest::newRow("its own") << u"DNS:receiver.example"_s << true << true;
    QTest::newRow("the address") << u"IP:127.0.0.1"_s << true << false;
    QTest::newRow("nobody signed it") << u"DNS:receiver.example"_s << false << false;
}

void TestHttpCaller::checksTheCertificateAgainstTheHost()
{
    QFETCH(QString, names);
    QFETCH(bool, isTrusted);
    QFETCH(bool, isFine);
    Support::Certificates certificates;
    const Support::Certificate certificate = certificates.make(u"sink"_s, names);
    Sink sink(fine);
    sink.useTls(certificate);
    Net::HttpCallerOptions options = resolvingTo({ u"127.0.0.1"_s });
    if (isTrusted)
        options.tls = *Net::TlsPolicy::withExtraCa(certificate.certificateFile);
    HttpCaller caller(options);
    const Result<HttpAnswer> answer = called(caller, callTo(sink.url(u"receiver.example"_s)));
    QCOMPARE(answer.ok(), isFine);
    QCOMPARE(sink.requests.size(), isFine ? 1 : 0);
    if (!isFine)
        QCOMPARE(answer.error().code, Error::Code::Certificate);
}

void TestHttpCaller::endsAFlood_data()
{
    addFloods();
}

void TestHttpCaller::endsAFlood()
{
    QFETCH(QByteArray, first);
    QFETCH(QByteArray, again);
    QFETCH(int, status);
    Flood flood(first, again);
    HttpCaller caller({});
    QElapsedTimer time;
    time.start();
    const Result<HttpAnswer> answer = called(caller, callTo(flood.url()));
    QVERIFY2(time.elapsed() < 5'000, qPrintable(QString::number(time.elapsed())));
    QCOMPARE(answer.ok() ? answer->status : 0, status);
    if (answer)
        QVERIFY(answer->isCut);
    else
        QCOMPARE(answer.error(),
                 (Error{ Error::Code::Protocol,
                         u"The HTTP headers in the answer of 127.0.0.1 are too long."_s }));
    QTRY_COMPARE(flood.open, 0);
    QCOMPARE(flood.connections, 1);
    QVERIFY2(flood.sent < 16 * 1024 * 1024, qPrintable(QString::number(flood.sent)));
}

void TestHttpCaller::endsAFloodOverTls()
{
    Support::Certificates certificates;
    const Support::Certificate certificate =
        certificates.make(u"flood"_s, u"DNS:receiver.example"_s);
    Sink sink("HTTP/1.1 200 OK\r\nX: " + QByteArray(8 * 1024 * 1024, 'x'));
    sink.useTls(certificate);
    Net::HttpCallerOptions options = resolvingTo({ u"127.0.0.1"_s });
    options.tls = *Net::TlsPolicy::withExtraCa(certificate.certificateFile);
    HttpCaller caller(options);
    const Result<HttpAnswer> answer = called(caller, callTo(sink.url(u"receiver.example"_s)));
    QCOMPARE(answer.error().code, Error::Code::Protocol);
    QTRY_COMPARE(sink.open, 0);
}

void TestHttpCaller::answersOthersBesideAFlood_data()
{
    addFloods();
}

void TestHttpCaller::answersOthersBesideAFlood()
{
    QFETCH(QByteArray, first);
    QFETCH(QByteArray, again);
    Flood flood(first, again);
    Sink sink(fine);
    HttpCaller caller({});
    std::vector<std::optional<Result<HttpAnswer>>> floods(16);
    for (auto &answer : floods)
        Awaiting::keep(caller.call(callTo(flood.url())), answer);
    QElapsedTimer time;
    time.start();
    for (int i = 0; i < 20; ++i)
        QVERIFY(called(caller, callTo(sink.url())).ok());
    QVERIFY2(time.elapsed() < 5'000, qPrintable(QString::number(time.elapsed())));
    for (const auto &answer : floods)
        QTRY_VERIFY(answer.has_value());
    QTRY_COMPARE(flood.open, 0);
}

void TestHttpCaller::keepsAConnectionForTheNextCall()
{
    Sink sink(fine);
    HttpCaller caller({});
    for (int i = 0; i < 3; ++i)
        QCOMPARE(called(caller, callTo(sink.url()))->body, "ok");
    QCOMPARE(sink.connections, 1);
    QCOMPARE(sink.requests.size(), 3);
    HttpCall other = callTo(sink.url(u"127.0.0.1"_s));
    other.url.setHost(u"localhost"_s);
    HttpCaller named(resolvingTo({ u"127.0.0.1"_s }));
    QVERIFY(called(named, callTo(sink.url())).ok());
    QVERIFY(called(named, other).ok());
    QCOMPARE(sink.connections, 3); // a kept connection is not used for another host name
}

void TestHttpCaller::keepsNoConnectionThatIsNotClean_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("more than was asked for") << fine + fine;
    QTest::newRow("it wants to close")
        << QByteArray("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok");
    QTest::newRow("HTTP/1.0") << QByteArray("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok");
    QTest::newRow("broken chunks")
        << QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok0\r\n\r\n");
    QTest::newRow("two ways to end")
        << QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 9\r\n\r\n"
                      "2\r\nok\r\n0\r\n\r\n");
}

void TestHttpCaller::keepsNoConnectionThatIsNotClean()
{
    QFETCH(QByteArray, bytes);
    Sink sink(bytes);
    HttpCaller caller({});
    for (int i = 0; i < 2; ++i)
        QCOMPARE(called(caller, callTo(sink.url()))->body, "ok");
    QCOMPARE(sink.connections, 2);
    QCOMPARE(sink.requests.size(), 2);
}

void TestHttpCaller::keepsNoConnectionWithoutTheWholeRequest()
{
    Sink sink(fine, Sink::End::AnswersTooEarly);
    HttpCaller caller({});
    HttpCall call = callTo(sink.url());
    call.body = QByteArray(32 * 1024 * 1024, 'x'); // more than the buffers of the kernel hold
    for (int i = 0; i < 2; ++i)
        QCOMPARE(called(caller, call)->body, "ok");
    QCOMPARE(sink.connections, 2);
}

void TestHttpCaller::endsAKeptConnection()
{
    Sink sink(fine);
    Net::HttpCallerOptions options;
    options.deadlines.idle = 100ms;
    HttpCaller caller(options);
    QVERIFY(called(caller, callTo(sink.url())).ok());
    QTRY_COMPARE(sink.open, 0);
}

void TestHttpCaller::asksAgainWhereAKeptConnectionEnds()
{
    Sink sink(fine, Sink::End::ClosesAtTheSecond);
    HttpCaller caller({});
    for (int i = 0; i < 2; ++i)
        QCOMPARE(called(caller, callTo(sink.url()))->body, "ok");
    QCOMPARE(sink.requests.size(), 3);
    QCOMPARE(sink.connections, 2);
}

void TestHttpCaller::asksOnceOnANewConnection_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("end");
    QTest::newRow("it closes") << QByteArray() << int(Sink::End::Closes);
    QTest::newRow("it resets") << QByteArray() << int(Sink::End::Resets);
    QTest::newRow("it begins an answer") << QByteArray("H") << int(Sink::End::Closes);
}

void TestHttpCaller::asksOnceOnANewConnection()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, end);
    Sink sink(bytes, Sink::End(end));
    HttpCaller caller({});
    QCOMPARE(called(caller, callTo(sink.url())).error().code, Error::Code::Unreachable);
    QCOMPARE(sink.requests.size(), 1);
    QCOMPARE(sink.connections, 1);
}

void TestHttpCaller::callsOthersWhileNamesOfOneUserAreSilent()
{
    Sink sink(fine);
    const auto mayEnd = std::make_shared<QSemaphore>();
    Net::HttpCallerOptions options;
    options.lookup = [mayEnd](const QString &host) {
        if (host.startsWith(u"silent"))
            mayEnd->acquire();
        return Result<QList<QHostAddress>>({ QHostAddress(u"127.0.0.1"_s) });
    };
    std::vector<std::optional<Result<HttpAnswer>>> silent(48);
    HttpCaller caller(options);
    for (std::size_t i = 0; i < silent.size(); ++i) {
        HttpCall call = callTo(QUrl(u"http://silent%1.example:1024/"_s.arg(i)));
        call.shareOf = 1;
        Awaiting::keep(caller.call(call), silent[i]);
    }
    HttpCall call = callTo(sink.url(u"quick.example"_s));
    call.shareOf = 2;
    QElapsedTimer time;
    time.start();
    QVERIFY(called(caller, call).ok());
    QVERIFY2(time.elapsed() < 2'000, qPrintable(QString::number(time.elapsed())));
    caller.abortAll();
    for (const auto &answer : silent)
        QCOMPARE(answer->error().code, Error::Code::Cancelled);
    mayEnd->release(48);
}

void TestHttpCaller::endsWhatRunsWhenItIsStopped()
{
    Sink sink({});
    HttpCaller caller({});
    std::optional<Result<HttpAnswer>> answer;
    Awaiting::keep(caller.call(callTo(sink.url())), answer);
    QTRY_COMPARE(sink.requests.size(), 1);
    caller.abortAll();
    QVERIFY(answer.has_value());
    QCOMPARE(answer->error().code, Error::Code::Cancelled);
    QCOMPARE(called(caller, callTo(sink.url())).error().code, Error::Code::Cancelled);
}

void TestHttpCaller::runsOnAThreadOfItsOwn()
{
    Sink sink(fine);
    std::optional<Result<HttpAnswer>> answer;
    QObject here;
    Net::CallThread thread{ {} };
    auto *worker = new QObject;
    thread.adopt(worker);
    const auto work = [&]() -> QCoro::Task<> {
        const Result<HttpAnswer> got = co_await thread.caller().call(callTo(sink.url()));
        QMetaObject::invokeMethod(&here, [&answer, got] { answer = got; });
    };
    QMetaObject::invokeMethod(worker, [&work] { work(); });
    QTRY_VERIFY(answer.has_value());
    QVERIFY(answer->ok());
    QCOMPARE((*answer)->status, 200);
}

QTEST_GUILESS_MAIN(TestHttpCaller)
#include "tst_httpcaller.moc"

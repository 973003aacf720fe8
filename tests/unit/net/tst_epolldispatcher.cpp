// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/epolldispatcher.h"
#include "net/eventdispatcher.h"
#include "support/patience.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QSocketNotifier>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <QThread>
#include <QTimer>

#include <fcntl.h>
#include <memory>
#include <sys/socket.h>
#include <unistd.h>

using namespace std::chrono_literals;

namespace {

/** Two connected sockets. */
struct Pair {
    Pair()
    {
        const int made = socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends);
        Q_ASSERT(made == 0);
    }
    ~Pair()
    {
        for (const int end : ends) {
            if (end >= 0)
                close(end);
        }
    }
    void say(char c) const { QCOMPARE(write(ends[1], &c, 1), 1); }
    char hear() const
    {
        char c = 0;
        return read(ends[0], &c, 1) == 1 ? c : '\0';
    }
    int ends[2] = { -1, -1 };
};

} // namespace

/** The whole test runs on the dispatcher, Qt Test's own waits included. */
class TestEpollDispatcher : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isTheOneInUse();
    void firesTimersInOrder();
    void repeatsATimerUntilItIsStopped();
    void lastsThroughATimerThatDeletesItself();
    void doesNotFireATimerInsideItsOwnHandler();
    void firesZeroTimersWithoutStarvingSockets();
    void tellsRemainingTime();
    void notifiesReaders();
    void isSilentWhileANotifierIsDisabled();
    void notifiesWritersOfAFailedConnect();
    void skipsEventsOfAClosedDescriptorWithTheSameNumber();
    void isWokenByPostsOfOtherThreads();
    void quitsAThreadAtAnyMoment();
    void nestsLoops();
    void carriesTcpBothWays();
    void leavesSocketsAloneWhenTheyAreExcluded();
};

void TestEpollDispatcher::isTheOneInUse()
{
    QVERIFY(qobject_cast<Net::EpollDispatcher *>(QAbstractEventDispatcher::instance()));
    QVERIFY(Net::makeDispatcher());
}

void TestEpollDispatcher::firesTimersInOrder()
{
    QByteArray order;
    QTimer::singleShot(20ms, Qt::PreciseTimer, this, [&] { order += 'c'; });
    QTimer::singleShot(0ms, Qt::PreciseTimer, this, [&] { order += 'a'; });
    QTimer::singleShot(10ms, Qt::PreciseTimer, this, [&] { order += 'b'; });
    QTRY_COMPARE(order, QByteArray("abc"));
}

void TestEpollDispatcher::repeatsATimerUntilItIsStopped()
{
    int count = 0;
    QTimer timer;
    connect(&timer, &QTimer::timeout, this, [&] {
        if (++count == 3)
            timer.stop();
    });
    timer.start(1ms);
    QTRY_VERIFY(!timer.isActive());
    QCOMPARE(count, 3);
    QVERIFY(QAbstractEventDispatcher::instance()->registeredTimers(&timer).isEmpty());
}

void TestEpollDispatcher::lastsThroughATimerThatDeletesItself()
{
    bool isOther = false;
    auto *timer = new QTimer(this);
    connect(timer, &QTimer::timeout, timer, [timer] { delete timer; });
    timer->start(1ms);
    QTimer::singleShot(1ms, this, [&] { isOther = true; });
    QTRY_VERIFY(isOther);
}

void TestEpollDispatcher::doesNotFireATimerInsideItsOwnHandler()
{
    int depth = 0;
    int deepest = 0;
    int count = 0;
    QTimer timer;
    connect(&timer, &QTimer::timeout, this, [&] {
        deepest = qMax(deepest, ++depth);
        QEventLoop inner;
        QTimer::singleShot(5ms, &inner, &QEventLoop::quit);
        inner.exec();
        --depth;
        if (++count == 2)
            timer.stop();
    });
    timer.start(0ms);
    QTRY_COMPARE(count, 2);
    QCOMPARE(deepest, 1);
}

void TestEpollDispatcher::firesZeroTimersWithoutStarvingSockets()
{
    const Pair pair;
    char heard = 0;
    int rounds = 0;
    QTimer busy;
    connect(&busy, &QTimer::timeout, this, [&] { ++rounds; });
    busy.start(0ms);
    QSocketNotifier reader(pair.ends[0], QSocketNotifier::Read);
    connect(&reader, &QSocketNotifier::activated, this, [&] { heard = pair.hear(); });
    pair.say('x');
    QTRY_COMPARE(heard, 'x');
    QTRY_VERIFY(rounds > 10);
}

void TestEpollDispatcher::tellsRemainingTime()
{
    QTimer timer;
    timer.start(1min);
    QVERIFY(timer.remainingTime() > 50'000);
    QVERIFY(timer.remainingTime() <= 60'000);
    const int id = timer.timerId();
    timer.stop();
    QCOMPARE(QAbstractEventDispatcher::instance()->remainingTime(id), -1);
}

void TestEpollDispatcher::notifiesReaders()
{
    const Pair pair;
    QByteArray heard;
    QSocketNotifier reader(pair.ends[0], QSocketNotifier::Read);
    connect(&reader, &QSocketNotifier::activated, this, [&] { heard += pair.hear(); });
    for (const char c : { 'a', 'b', 'c' }) {
        pair.say(c);
        QTRY_VERIFY(heard.endsWith(c));
    }
    QCOMPARE(heard, QByteArray("abc"));
}

void TestEpollDispatcher::isSilentWhileANotifierIsDisabled()
{
    const Pair pair;
    const Pair other;
    QByteArray heard;
    QSocketNotifier reader(pair.ends[0], QSocketNotifier::Read);
    connect(&reader, &QSocketNotifier::activated, this, [&] { heard += pair.hear(); });
    QSocketNotifier otherReader(other.ends[0], QSocketNotifier::Read);
    connect(&otherReader, &QSocketNotifier::activated, this, [&] { heard += other.hear(); });

    reader.setEnabled(false);
    pair.say('a');
    other.say('b');
    QTRY_COMPARE(heard, QByteArray("b"));
    reader.setEnabled(true);
    QTRY_COMPARE(heard, QByteArray("ba"));
}

void TestEpollDispatcher::notifiesWritersOfAFailedConnect()
{
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost));
    const quint16 port = server.serverPort();
    server.close();
    QTcpSocket socket;
    socket.connectToHost(QHostAddress::LocalHost, port);
    QTRY_COMPARE(socket.error(), QAbstractSocket::ConnectionRefusedError);
}

void TestEpollDispatcher::skipsEventsOfAClosedDescriptorWithTheSameNumber()
{
    auto first = std::make_unique<Pair>();
    auto second = std::make_unique<Pair>();
    int stale = 0;
    std::unique_ptr<QSocketNotifier> reborn;
    std::unique_ptr<QSocketNotifier> readers[2];
    // The first notifier that fires closes the socket of the other and opens a silent one with its number.
    const auto replace = [&](int mine) {
        const int other = 1 - mine;
        if (!readers[other])
            return;
        std::unique_ptr<Pair> &pair = other == 0 ? first : second;
        readers[other].reset();
        const int number = pair->ends[0];
        close(std::exchange(pair->ends[0], -1));
        const int silent = fcntl(pair->ends[1], F_DUPFD, number);
        QCOMPARE(silent, number);
        close(std::exchange(pair->ends[1], silent));
        reborn = std::make_unique<QSocketNotifier>(silent, QSocketNotifier::Exception);
        connect(reborn.get(), &QSocketNotifier::activated, this, [&] { ++stale; });
    };
    readers[0] = std::make_unique<QSocketNotifier>(first->ends[0], QSocketNotifier::Read);
    readers[1] = std::make_unique<QSocketNotifier>(second->ends[0], QSocketNotifier::Read);
    connect(readers[0].get(), &QSocketNotifier::activated, this,
            [&] { first->hear(), replace(0); });
    connect(readers[1].get(), &QSocketNotifier::activated, this,
            [&] { second->hear(), replace(1); });
    first->say('a');
    second->say('b');
    QTRY_VERIFY(reborn);
    QCOMPARE(stale, 0);
}

void TestEpollDispatcher::isWokenByPostsOfOtherThreads()
{
    std::atomic<int> received = 0;
    constexpr int perThread = 2000;
    std::vector<std::unique_ptr<QThread>> threads;
    for (int i = 0; i < 3; ++i) {
        threads.emplace_back(QThread::create([&] {
            for (int n = 0; n < perThread; ++n)
                QMetaObject::invokeMethod(
                    this, [&] { ++received; }, Qt::QueuedConnection);
        }));
        threads.back()->start();
    }
    QTRY_COMPARE(received.load(), 3 * perThread);
    for (const auto &thread : threads)
        thread->wait();
}

void TestEpollDispatcher::quitsAThreadAtAnyMoment()
{
    for (int i = 0; i < 200; ++i) {
        QThread thread;
        thread.setEventDispatcher(Net::makeDispatcher().release());
        thread.start();
        QObject inside;
        inside.moveToThread(&thread);
        std::atomic<int> ticks = 0;
        QMetaObject::invokeMethod(
            &inside, [&] { ++ticks; }, Qt::QueuedConnection);
        while (i % 2 && ticks == 0)
            QThread::yieldCurrentThread();
        thread.quit();
        QVERIFY(thread.wait(ulong(Support::patience(5000))));
    }
}

void TestEpollDispatcher::nestsLoops()
{
    const Pair pair;
    QByteArray order;
    QSocketNotifier reader(pair.ends[0], QSocketNotifier::Read);
    connect(&reader, &QSocketNotifier::activated, this, [&] {
        order += pair.hear();
        if (order == "1") {
            QEventLoop inner;
            QTimer::singleShot(1ms, this, [&] { pair.say('2'); });
            connect(&reader, &QSocketNotifier::activated, &inner, &QEventLoop::quit);
            inner.exec();
            order += '3';
        }
    });
    pair.say('1');
    QTRY_COMPARE(order, QByteArray("123"));
}

void TestEpollDispatcher::carriesTcpBothWays()
{
    QTcpServer server;
    connect(&server, &QTcpServer::newConnection, this, [&] {
        QTcpSocket *const peer = server.nextPendingConnection();
        connect(peer, &QTcpSocket::readyRead, peer, [peer] { peer->write(peer->readAll()); });
    });
    QVERIFY(server.listen(QHostAddress::LocalHost));
    const QByteArray sent(3'000'000, 'x');
    QByteArray got;
    QTcpSocket socket;
    connect(&socket, &QTcpSocket::readyRead, this, [&] { got += socket.readAll(); });
    socket.connectToHost(QHostAddress::LocalHost, server.serverPort());
    socket.write(sent);
    QTRY_COMPARE(got.size(), sent.size());
}

void TestEpollDispatcher::leavesSocketsAloneWhenTheyAreExcluded()
{
    const Pair pair;
    char heard = 0;
    QSocketNotifier reader(pair.ends[0], QSocketNotifier::Read);
    connect(&reader, &QSocketNotifier::activated, this, [&] { heard = pair.hear(); });
    pair.say('x');
    QEventLoop loop;
    QTimer::singleShot(5ms, &loop, &QEventLoop::quit);
    loop.exec(QEventLoop::ExcludeSocketNotifiers);
    QCOMPARE(heard, '\0');
    QTRY_COMPARE(heard, 'x');
}

int main(int argc, char **argv)
{
    QCoreApplication::setEventDispatcher(Net::makeDispatcher().release());
    const QCoreApplication app(argc, argv);
    TestEpollDispatcher test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_epolldispatcher.moc"

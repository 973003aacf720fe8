// SPDX-License-Identifier: GPL-3.0-or-later
#include "process/stopsignals.h"

#ifdef Q_OS_WIN
#include "common/stopevent.h"

#include <QCoreApplication>
#include <QMetaObject>
#include <QWinEventNotifier>

#include <windows.h>
#else
#include "process/terminal.h"

#include <QSocketNotifier>

#include <csignal>
#include <ctime>
#include <sys/socket.h>
#include <unistd.h>
#endif

#ifdef Q_OS_WIN

namespace {
StopSignals *theOne = nullptr;
HANDLE stopEvent = nullptr;

BOOL WINAPI onConsoleEvent(DWORD)
{
    if (theOne)
        QMetaObject::invokeMethod(theOne, &StopSignals::stopRequested, Qt::QueuedConnection);
    return TRUE;
}
} // namespace

StopSignals::StopSignals(QObject *parent) : QObject(parent)
{
    theOne = this;
    SetConsoleCtrlHandler(onConsoleEvent, TRUE);
    const std::wstring name = stopEventName(QCoreApplication::applicationPid()).toStdWString();
    stopEvent = CreateEventW(nullptr, FALSE, FALSE, name.c_str());
    if (!stopEvent)
        qFatal("cannot create the event for stopping the service");
    auto *const notifier = new QWinEventNotifier(stopEvent, this);
    connect(notifier, &QWinEventNotifier::activated, this, &StopSignals::stopRequested);
    m_notifier = notifier;
}

StopSignals::~StopSignals()
{
    SetConsoleCtrlHandler(onConsoleEvent, FALSE);
    delete m_notifier;
    CloseHandle(stopEvent);
    theOne = nullptr;
}

#else

namespace {

int sockets[2] = { -1, -1 };
volatile std::sig_atomic_t asked = 0;
timespec askedAt; ///< set before `asked`

constexpr char stopByte = 's';
constexpr char reloadByte = 'r';

/// Linux repeats the signal of a parent's end (PR_SET_PDEATHSIG) for each of the parent's threads.
bool isRepetition(const timespec &now)
{
    constexpr long long apart = 1'000'000'000; // ns
    const long long since = (now.tv_sec - askedAt.tv_sec) * apart + now.tv_nsec - askedAt.tv_nsec;
    return since < apart;
}

// Uses only what is allowed in a signal handler: a flag, clock_gettime() and write().
void onSignal(int signal)
{
    timespec now = {};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    if (asked && isRepetition(now))
        return;
    if (asked) { // the second request: ends the process at once
        std::signal(signal, SIG_DFL);
        ::raise(signal);
        return;
    }
    askedAt = now;
    asked = 1;
    const char byte = stopByte;
    [[maybe_unused]] const ssize_t written = ::write(sockets[0], &byte, 1);
}

void onHangup(int)
{
    const char byte = reloadByte;
    [[maybe_unused]] const ssize_t written = ::write(sockets[0], &byte, 1);
}

void handle(int signal, void (*handler)(int))
{
    struct sigaction action = {};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    sigaction(signal, &action, nullptr);
}

} // namespace

StopSignals::StopSignals(QObject *parent) : QObject(parent)
{
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0)
        qFatal("cannot create a socket pair for signals");
    auto *const notifier = new QSocketNotifier(sockets[1], QSocketNotifier::Read, this);
    m_notifier = notifier;
    connect(notifier, &QSocketNotifier::activated, this, [this] {
        char byte = 0;
        [[maybe_unused]] const ssize_t got = ::read(sockets[1], &byte, 1);
        if (byte == reloadByte)
            Q_EMIT reloadRequested();
        else
            Q_EMIT stopRequested();
    });
    if (!hasTerminal())
        handle(SIGHUP, onHangup);
    handle(SIGTERM, onSignal);
    handle(SIGINT, onSignal);
    handle(SIGPIPE, SIG_IGN); // a closed connection is an error of write(), no signal
}

StopSignals::~StopSignals()
{
    handle(SIGTERM, SIG_DFL);
    handle(SIGINT, SIG_DFL);
    handle(SIGHUP, SIG_DFL);
    delete m_notifier;
    ::close(sockets[0]);
    ::close(sockets[1]);
}

#endif

// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/endsignals.h"

#include <QSocketNotifier>

#include <csignal>
#include <fcntl.h>
#include <initializer_list>
#include <sys/socket.h>
#include <unistd.h>

namespace Desktop {

namespace {

constexpr std::initializer_list<int> endings{ SIGTERM, SIGINT, SIGHUP };

int sockets[2] = { -1, -1 };
volatile std::sig_atomic_t isAsked = 0;

// A signal handler may do only little: this sets a flag and calls write().
void onSignal(int signal)
{
    if (isAsked) {
        std::signal(signal, SIG_DFL);
        ::raise(signal);
        return;
    }
    isAsked = 1;
    const char byte = 0;
    [[maybe_unused]] const ssize_t written = ::write(sockets[0], &byte, 1);
}

} // namespace

EndSignals::EndSignals(QObject *parent) : QObject(parent)
{
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0)
        return;                   // the signals keep their default action
    for (const int end : sockets) // not inherited by child processes
        ::fcntl(end, F_SETFD, FD_CLOEXEC);
    m_notifier = new QSocketNotifier(sockets[1], QSocketNotifier::Read, this);
    connect(m_notifier, &QSocketNotifier::activated, this, [this] {
        m_notifier->setEnabled(false);
        Q_EMIT asked();
    });
    for (const int ending : endings)
        std::signal(ending, onSignal);
}

EndSignals::~EndSignals()
{
    if (!m_notifier)
        return;
    for (const int ending : endings)
        std::signal(ending, SIG_DFL);
    delete m_notifier;
    ::close(sockets[0]);
    ::close(sockets[1]);
}

} // namespace Desktop

// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/rawsocket.h"

#ifdef Q_OS_UNIX
#include <cerrno>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>
#else
#include <winsock2.h>
#endif

namespace Http {

#ifdef Q_OS_UNIX

#ifndef MSG_NOSIGNAL // macOS: Qt sets SO_NOSIGPIPE on its sockets
#define MSG_NOSIGNAL 0
#endif

qsizetype sendNow(qintptr descriptor, QByteArrayView bytes)
{
    const auto sent =
        ::send(int(descriptor), bytes.data(), size_t(bytes.size()), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent < 0)
        return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? 0 : -1;
    return sent;
}

bool endOutput(qintptr descriptor)
{
    return ::shutdown(int(descriptor), SHUT_WR) == 0;
}

void limitUnsent(qintptr descriptor, int bytes)
{
#ifdef TCP_NOTSENT_LOWAT
    ::setsockopt(int(descriptor), IPPROTO_TCP, TCP_NOTSENT_LOWAT, &bytes, sizeof bytes);
#else
    Q_UNUSED(descriptor)
    Q_UNUSED(bytes)
#endif
}

void closeRaw(qintptr descriptor)
{
    ::close(int(descriptor));
}

#else

qsizetype sendNow(qintptr, QByteArrayView)
{
    return 0;
}

bool endOutput(qintptr descriptor)
{
    return ::shutdown(SOCKET(descriptor), SD_SEND) == 0;
}

void limitUnsent(qintptr, int) { }

void closeRaw(qintptr descriptor)
{
    ::closesocket(SOCKET(descriptor));
}

#endif

} // namespace Http

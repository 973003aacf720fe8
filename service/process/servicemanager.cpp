// SPDX-License-Identifier: GPL-3.0-or-later
#include "process/servicemanager.h"

#ifdef Q_OS_LINUX
#include <cstddef>
#include <cstring>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#endif

void notifyServiceManager(const QByteArray &state)
{
#ifdef Q_OS_LINUX
    const QByteArray path = qgetenv("NOTIFY_SOCKET");
    sockaddr_un address = {};
    if (path.isEmpty() || size_t(path.size()) >= sizeof address.sun_path)
        return;
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.constData(), size_t(path.size()));
    if (address.sun_path[0] == '@') // an abstract socket
        address.sun_path[0] = '\0';
    const int socket = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (socket < 0)
        return;
    const auto length = socklen_t(offsetof(sockaddr_un, sun_path) + size_t(path.size()));
    ::sendto(socket, state.constData(), size_t(state.size()), MSG_NOSIGNAL,
             reinterpret_cast<const sockaddr *>(&address), length);
    ::close(socket);
#else
    Q_UNUSED(state)
#endif
}

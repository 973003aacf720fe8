// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/eventdispatcher.h"

#ifdef Q_OS_LINUX
#include "net/epolldispatcher.h"
#endif

namespace Net {

std::unique_ptr<QAbstractEventDispatcher> makeDispatcher()
{
#ifdef Q_OS_LINUX
    auto dispatcher = std::make_unique<EpollDispatcher>();
    if (dispatcher->isValid())
        return dispatcher;
#endif
    return nullptr;
}

} // namespace Net

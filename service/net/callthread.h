// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "net/httpcaller.h"

#include <QThread>

namespace Net {

/**
 * The thread for outgoing HTTP calls, with its HttpCaller. Each module that makes such calls
 * (webhooks, browser push) is a QObject that lives there:
 *
 *     thread.adopt(new Worker(thread.caller(), ...));
 *
 * Made and destroyed on the main thread. Workers are stopped before it is destroyed.
 */
class CallThread
{
public:
    explicit CallThread(HttpCallerOptions options);
    ~CallThread(); ///< ends running calls, deletes the workers

    HttpCaller &caller() { return *m_caller; } ///< to be used on the thread

    /// Moves the worker to the thread, which deletes the worker when it ends.
    void adopt(QObject *worker);

private:
    QThread m_thread;
    HttpCaller *m_caller; ///< lives on m_thread, deleted there
};

} // namespace Net

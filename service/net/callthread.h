// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "net/httpcaller.h"

#include <QThread>

namespace Net {

/**
 * The thread on which calls to others are made, with their HttpCaller. Whoever has such calls to
 * make (webhooks, browser push) is a QObject that lives there:
 *
 *     thread.adopt(new Worker(thread.caller(), ...));
 *
 * Made and destroyed on the main thread. Workers are stopped before it is destroyed.
 */
class CallThread
{
public:
    explicit CallThread(HttpCallerOptions options);
    ~CallThread(); ///< ends what still runs, deletes the workers

    HttpCaller &caller() { return *m_caller; } ///< to be used on the thread

    /// Moves the worker to the thread, which deletes it at its end.
    void adopt(QObject *worker);

private:
    QThread m_thread;
    HttpCaller *m_caller; ///< lives on m_thread, deleted there
};

} // namespace Net

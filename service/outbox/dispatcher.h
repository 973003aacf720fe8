// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/resident.h"
#include "outbox/context.h"

#include <QThread>

#include <functional>

namespace Outbox {

class Desk;

/**
 * Queued mails on a thread of their own: the encryption of a large one must not hold up the notices
 * of new mail on the sync threads, and its life is independent of accounts that come and go there.
 * Made and destroyed on the main thread; every other call comes from any thread, is handed on and
 * returns at once. Answers come on the thread of `answerTo`, and not at all once that is gone.
 */
class Dispatcher
{
public:
    explicit Dispatcher(Context context);
    ~Dispatcher(); ///< stop() first

    void start(); ///< puts right what was interrupted, and sends what is due

    /// Tries the account's due mails now; `done` once this mail was tried, whatever came of it.
    void deliver(qint64 accountId, qint64 mailId, QObject *answerTo, std::function<void()> done);
    void look();
    void databaseReturned(
        bool
            isOther); ///< see Desk ///< something may be due: an account was enabled, a mail is wanted sooner

    /// Nothing more is sent for it; `done` when nothing of it runs.
    void stopAccount(qint64 accountId, QObject *answerTo, std::function<void()> done);

    /// Ends what has not been handed over, and tells whoever waits.
    void beginStop();
    /// The same; waits until it has ended, at most `time`.
    void stop(std::chrono::milliseconds time);

    const Settings &settings() const { return m_context.settings; }

private:
    Context m_context;
    QThread m_thread;
    Resident<Desk> m_desk; ///< lives on m_thread, deleted there
};

} // namespace Outbox

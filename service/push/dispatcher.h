// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/resident.h"
#include "net/callthread.h"
#include "push/desk.h"

namespace Push {

/**
 * Notices to browsers, as others see them: calls come from any thread, are handed to the delivery
 * thread and return at once. Answers come on the thread of `answerTo`, and not at all once that is
 * gone. Made and destroyed on the main thread, before the thread of the calls.
 */
class Dispatcher
{
public:
    Dispatcher(Net::CallThread &thread, const Context &context);

    void start(); ///< what was left over is sent
    void look();  ///< new mail came

    /// One try for each active subscription of the user, without the queue.
    void test(qint64 userId, TestNotice notice, QObject *answerTo,
              std::function<void(Result<TestResult>)> done);

    /// Whether messages to this endpoint would be sent; BadRequest: why not.
    void judge(QUrl endpoint, qint64 userId, QObject *answerTo,
               std::function<void(Result<void>)> done);

    QByteArray publicKey() const { return m_publicKey; } ///< as browsers want it

    /// Ends what is under way; waits until that is written, at most `time`.
    void stop(std::chrono::milliseconds time);

private:
    Resident<Desk> m_desk; ///< lives on the delivery thread, which deletes it
    QByteArray m_publicKey;
};

} // namespace Push

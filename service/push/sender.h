// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "push/context.h"
#include "push/vapid.h"

namespace Push {

/** One message for one browser. */
struct Message {
    Json::Bytes payload; ///< in plain text, at most mostPayload bytes
    QByteArray urgency = "high";
    QByteArray topic; ///< replaces a waiting one of the same topic; empty: none
    std::chrono::seconds ttl{
        86400
    }; ///< the push service keeps it so long for a browser that is off
};

/// Encrypts messages and sends them to push services. Lives on the delivery thread.
class Sender
{
public:
    /// `owner`: the parent of the objects in here, which move to another thread with it.
    Sender(const Context &context, QObject *owner);

    /// Sends the message and returns the answer; nothing: it was cancelled.
    QCoro::Task<std::optional<Answer>> send(Store::PushSubscription to, Message message);

    /// Checks whether messages to this endpoint are allowed; looks up its host name. BadRequest: why not,
    /// as the end of a sentence.
    QCoro::Task<Result<void>> judge(QUrl endpoint, qint64 userId);

    QByteArray publicKey() const { return m_vapid.publicKey(); }

    void abort(); ///< aborts the running messages and all later ones

private:
    const Context &m_context;
    Vapid m_vapid;
    Net::HttpCaller m_caller;
};

} // namespace Push

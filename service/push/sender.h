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

/// Encrypts messages and brings them to push services. Lives on the delivery thread.
class Sender
{
public:
    /// `owner`: moves to its thread with what is in here.
    Sender(const Context &context, QObject *owner);

    /// Its outcome; nothing: it was cancelled.
    QCoro::Task<std::optional<Answer>> send(Store::PushSubscription to, Message message);

    /// Whether messages to this endpoint would be sent, as far as its name can be looked up now.
    /// BadRequest: why not, as the end of a sentence.
    QCoro::Task<Result<void>> judge(QUrl endpoint, qint64 userId);

    QByteArray publicKey() const { return m_vapid.publicKey(); }

    void abort(); ///< ends what is under way, and what would come

private:
    const Context &m_context;
    Vapid m_vapid;
    Net::HttpCaller m_caller;
};

} // namespace Push

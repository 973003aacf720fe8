// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "smtp/reply.h"

#include <QCoroTask>

#include <functional>
#include <optional>

namespace Smtp {

/** The SMTP envelope: sender, recipients and the parameters sent before the message. */
struct Envelope {
    QByteArray from; ///< `local@domain` as Mime::wireAddress() gives it
    QList<QByteArray> to;
    qint64 size = 0;        ///< of the message, in bytes
    bool needsUtf8 = false; ///< an address or a header is not ASCII: SMTPUTF8, RFC 6531
    bool is8Bit = false;    ///< the message is not ASCII: 8BITMIME, RFC 6152
};

/** The source of the message, and a callback before its final dot. */
struct Cargo {
    /// The next piece of the message, in any size; an empty one is its end.
    std::function<QCoro::Task<Result<QByteArray>>()> next;
    /// Awaited when all but the final dot was sent. From its success on the mail may arrive; after a
    /// failure it does not.
    std::function<QCoro::Task<Result<void>>()> handOver;
};

/** The outcome of one mail. */
struct Submission {
    enum class End {
        Accepted, ///< taken for all recipients whose answer is positive
        Refused,  ///< `reply` is final; no recipient gets the mail
        Deferred, ///< no recipient gets the mail now; another try may help
        Unknown,  ///< handed over and not answered: it may arrive
    };
    End end = End::Deferred;
    Reply reply;                ///< the reply that decided; code 0: no reply decided
    QList<Reply> recipients;    ///< in the envelope's order; empty: no answers that count
    std::optional<Error> error; ///< absent only with Accepted
};

} // namespace Smtp

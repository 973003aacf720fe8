// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "events/accountevents.h"
#include "store/queue/outboxmail.h"

namespace Events {

// Durable, published in the transaction that stored the mail's final state.
Store::Event mailSent(const About &about, const Store::OutboxMail &mail);
/// Also for status `unknown`: handed over and never answered.
Store::Event mailFailed(const About &about, const Store::OutboxMail &mail);

/// Sent to the author of the drafts.
Store::Event draftsDeleted(qint64 userId, const QList<qint64> &ids, qint64 at);

} // namespace Events

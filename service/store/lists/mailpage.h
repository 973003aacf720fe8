// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mail/mailrow.h"

namespace Store {

class Session;

/**
 * One page of GET /mails. `total` comes from the counters, or is counted where a time or an id
 * limits the list. A query with text goes through the full text index.
 */
Result<MailPage> listMails(Session &session, const MailQuery &query);

/// The mails with these ids in this order; unknown ids are left out.
Result<QList<MailRow>> mailsByIds(Session &session, const QList<qint64> &ids);

} // namespace Store

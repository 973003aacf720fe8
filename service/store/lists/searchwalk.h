// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mail/mailquery.h"

#include <QList>

#include <optional>

namespace Store {

class Session;

/**
 * A page of the hits with these sort keys in another order than by time. Reads all `mails` of the
 * database in that order until the page is full: for a common word this is much faster than sorting
 * its hits. Returns nothing if it would be slower, or turns out to be slower.
 */
Result<std::optional<QList<qint64>>> walkedPage(Session &session, const MailQuery &query,
                                                const QList<qint64> &keys, qint64 mails);

} // namespace Store

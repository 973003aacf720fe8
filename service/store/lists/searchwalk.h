// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mail/mailquery.h"

#include <QList>

#include <optional>

namespace Store {

class Session;

/**
 * A page of the hits with these sort keys in another order than that of time, by walking all `mails` of
 * the database in that order until the page is full: for a common word far quicker than sorting its hits.
 * Nothing where it is not, or turns out not to be.
 */
Result<std::optional<QList<qint64>>> walkedPage(Session &session, const MailQuery &query,
                                                const QList<qint64> &keys, qint64 mails);

} // namespace Store

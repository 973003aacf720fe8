// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/mail/mailquery.h"

#include <QByteArray>

namespace Store {

/// The columns by which mails are sorted, for ORDER BY; `table` is put before each of them: `m.` or empty.
QByteArray orderText(MailSort sort, bool descending, const QByteArray &table);

/// The condition that a mail follows the mail with the id :last in this order.
QByteArray behindText(MailSort sort, bool descending, const QByteArray &table);

/// The index that has the mails in this order, for FROM on SQLite.
QByteArray orderIndex(MailSort sort);

} // namespace Store

// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/counters.h"

#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

Result<void> CounterChanges::apply(Session &session) const
{
    Query query = session.query("counters_add");
    for (const auto &[key, change] : m_changes) {
        if (change == 0)
            continue;
        query.bind(u":account_id"_s, key.accountId).bind(u":folder_id"_s, key.folderId);
        query.bind(u":listing"_s, int(key.listing)).bind(u":is_read"_s, key.isRead);
        query.bind(u":is_starred"_s, key.isStarred);
        query.bind(u":has_attachment"_s, key.hasAttachment).bind(u":n"_s, change);
        query.exec();
    }
    return query.result();
}

} // namespace Store

// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/searchmails.h"

#include "store/db/transaction.h"
#include "store/lists/segmentsearch.h"
#include "store/sql/session.h"

namespace Store {

Result<SearchHits> searchMails(Session &session, const SearchWhere &where)
{
    const Snapshot snapshot(session);
    return searchSegments(session, where);
}

Result<SearchHits> searchMails(Session &session, const MailQuery &query)
{
    const Snapshot snapshot(session);
    const Result<SearchWhere> where = searchWhere(session, query);
    RETURN_IF_ERROR(where);
    return searchSegments(session, *where);
}

} // namespace Store

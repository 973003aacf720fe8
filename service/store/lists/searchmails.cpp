// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/lists/searchmails.h"

#include "store/db/transaction.h"
#include "store/lists/segmentsearch.h"
#include "store/lists/vectorsearch.h"
#include "store/sql/session.h"

namespace Store {

Result<SearchHits> searchMails(Session &session, const MailQuery &query)
{
    const Snapshot snapshot(session);
    return session.dialect().hasFullText() ? searchVectors(session, query)
                                           : searchSegments(session, query);
}

} // namespace Store

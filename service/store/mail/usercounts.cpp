// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/usercounts.h"

#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

const char *statementFor(Owned what)
{
    switch (what) {
    case Owned::Accounts:
        return "accounts_owned";
    case Owned::Webhooks:
        return "webhooks_owned";
    case Owned::Drafts:
        break;
    }
    return "drafts_owned";
}

} // namespace

Result<bool> hasAsMany(Session &session, Owned what, qint64 userId, int most)
{
    Query query = session.query(statementFor(what));
    query.bind(u":user_id"_s, userId).bind(u":most"_s, most);
    const Result<qint64> found = query.readNumber();
    RETURN_IF_ERROR(found);
    return *found >= most;
}

} // namespace Store

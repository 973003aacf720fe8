// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/db/schemacheck.h"

#include "store/db/transaction.h"
#include "store/sql/schemastate.h"
#include "store/sql/session.h"
#include "store/sql/sqltext.h"

using namespace Qt::StringLiterals;

namespace Store {

Result<void> checkSchema(Session &session)
{
    const Result<SchemaState> state = schemaState(session);
    RETURN_IF_ERROR(state);
    const int known = newestVersion(session.engine());
    if (state->version >= known)
        return checkCompatible(*state, known);
    return Error{
        Error::Code::Conflict,
        u"The database has schema %1, but this program needs %2."_s.arg(state->version).arg(known)
    };
}

Result<void> checkWriting(Session &session)
{
    Transaction transaction(session);
    if (transaction.isOpen())
        return {};
    return transaction.commit(); // returns why it did not begin
}

} // namespace Store

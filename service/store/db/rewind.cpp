// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/db/rewind.h"

#include "common/jsonwriter.h"
#include "store/db/transaction.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

Event resyncAll()
{
    Json::Writer json;
    json.beginObject().key("reason").value("ahead").endObject();
    Event event;
    event.name = "resync";
    event.data = json.take();
    return event;
}

} // namespace

Result<void> noteRewind(Session &session, qint64 lastId)
{
    Transaction transaction(session);
    RETURN_IF_ERROR(session.query("folders_compare_all").run());
    if (lastId > 0) {
        RETURN_IF_ERROR(session.query("events_raise").bind(u":last"_s, lastId).run());
        transaction.publish(resyncAll());
    }
    return transaction.commit();
}

} // namespace Store

// SPDX-License-Identifier: GPL-3.0-or-later
#include "backup/oldwork.h"

#include "store/query.h"
#include "store/session.h"
#include "store/tokenkeys.h"

using namespace Qt::StringLiterals;

namespace Backup {

Result<void> endOldWork(Store::Session &session)
{
    const Result<void> ended =
        session.query("outbox_end_restored")
            .bind(
                u":reason"_s,
                u"The mail waited to be sent when this backup was made. It may have been sent since."_s)
            .bind(
                u":copy_reason"_s,
                u"It waited to be stored there when this backup was made, and may have been since."_s)
            .bind(u":now"_s, session.now())
            .run();
    return ended ? Store::forgetTokenKeys(session) : ended;
}

bool isChangedByRestore(QByteArrayView table)
{
    return table == "outbox" || table == "secrets";
}

} // namespace Backup

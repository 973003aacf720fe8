// SPDX-License-Identifier: GPL-3.0-or-later
#include "backup/oldwork.h"

#include "store/sql/query.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Backup {

Result<void> endOldWork(Store::Session &session)
{
    const Result<void> ended =
        session.query("outbox_end_restored")
            .bind(u":reason"_s,
                  u"The mail waited to be sent when this backup was made. It may have been sent "
                  u"since. Look for it in the folder for sent mail before you send it again."_s)
            .bind(u":copy_reason"_s,
                  u"The mail waited to be stored in the folder for sent mail when this backup was "
                  u"made. It may have been stored since."_s)
            .bind(u":now"_s, session.now())
            .run();
    RETURN_IF_ERROR(ended);
    // Adds the time to each user's token version. That is more than the version can have risen since the
    // backup, and differs at each restore, so no older token is valid.
    return session.query("users_end_log_ins").bind(u":now"_s, session.now()).run();
}

bool isChangedByRestore(QByteArrayView table)
{
    return table == "outbox" || table == "users";
}

} // namespace Backup

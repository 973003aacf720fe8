// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArrayView>

namespace Store {
class Session;
}

namespace Backup {

/**
 * Ends work that the service may have done, or that users may have ended, after the backup was made:
 * mails that wait to be sent become `unknown` (they may have been sent, and are never sent twice), copies
 * that wait to be put into a folder for sent mail are given up, and every log-in ends, because passwords
 * may have been changed and tokens revoked. In a transaction of the caller's.
 */
Result<void> endOldWork(Store::Session &session);

/// Whether endOldWork() changes this table.
bool isChangedByRestore(QByteArrayView table);

} // namespace Backup

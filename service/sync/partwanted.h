// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/transfer.h"

#include <QByteArray>
#include <QString>

#include <atomic>
#include <limits>
#include <memory>

namespace Sync {

/** A request for a part of a mail that is only at its server, and the file for its bytes. */
struct PartWanted {
    qint64 accountId = 0;
    qint64 folderId = 0;
    quint32 uid = 0;
    QByteArray section; ///< as in BODY[section]; empty: the whole mail
    Mime::Encoding encoding = Mime::Encoding::Identity; ///< decoded while it is fetched
    QString file; ///< the file to create; removed after a failure
    qint64 maxBytes = std::numeric_limits<qint64>::max(); ///< more is Error::StorageFull
    /// The caller sets it to false, from any thread, when the part is not needed any more.
    std::shared_ptr<std::atomic<bool>> isWanted = std::make_shared<std::atomic<bool>>(true);
};

} // namespace Sync

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "mime/transfer.h"

#include <QByteArray>
#include <QString>

#include <atomic>
#include <limits>
#include <memory>

namespace Sync {

/** A part of a mail that is still at its server, and where its bytes are to go. */
struct PartWanted {
    qint64 accountId = 0;
    qint64 folderId = 0;
    quint32 uid = 0;
    QByteArray section; ///< as in BODY[section]; empty: the whole mail
    Mime::Encoding encoding = Mime::Encoding::Identity;   ///< undone on the way
    QString file;                                         ///< that is made; gone after a failure
    qint64 maxBytes = std::numeric_limits<qint64>::max(); ///< more is Error::StorageFull
    /// Cleared by whoever asked, from any thread, when nobody waits for it any more.
    std::shared_ptr<std::atomic<bool>> isWanted = std::make_shared<std::atomic<bool>>(true);
};

} // namespace Sync

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QList>

namespace Store {

class Session;

/** A mail exported as a file. */
struct ExportedMail {
    qint64 id = 0;
    qint64 createdAt = 0; ///< seconds since 1970
    QByteArray from;      ///< address; empty: none
    QByteArray messageId; ///< with angle brackets; empty: none
    bool isHere = false;  ///< false: its text is not stored here, only at the mail server
    QByteArray raw; ///< the complete mail, as the mail server has it; empty if `isHere` is false

    friend bool operator==(const ExportedMail &, const ExportedMail &) = default;
};

/// The mails of a folder, by id, without hidden mails, which are gone from the mail server.
Result<QList<qint64>> mailsToExport(Session &session, qint64 folderId);

/// Up to 50 MiB. Error::NotFound: no such mail.
Result<ExportedMail> exportedMail(Session &session, qint64 id);

} // namespace Store

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/sql/viewer.h"

#include <QList>
#include <QString>

namespace Store {

class Session;

/** A mail that was deleted, with what deleting it at the server takes. */
struct DeletedMail {
    qint64 id = 0;
    qint64 accountId = 0;
    qint64 folderId = 0;
    quint32 uid = 0; ///< 0: not at the server
    quint32 uidValidity = 0;

    friend bool operator==(const DeletedMail &, const DeletedMail &) = default;
};

struct Deletion {
    QList<DeletedMail> deleted;
    QList<qint64> unknown; ///< ids of no mail that the viewer sees

    friend bool operator==(const Deletion &, const Deletion &) = default;
};

/**
 * Deletes mails with bodies, attachments, search entries and counters, and leaves a tombstone for
 * each that the server has, so that it never comes back. Repeated ids count once.
 */
Result<Deletion> deleteMails(Session &session, const QList<qint64> &ids, const Viewer &viewer = {});

/// Removes the same rows without a tombstone, of any account: what is gone from the server, or
/// belongs to an account or folder that goes. Unknown ids are no error.
Result<void> eraseMails(Session &session, const QList<qint64> &ids);

} // namespace Store

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/sql/viewer.h"

#include <QList>
#include <QString>

namespace Store {

class Session;

/** A deleted mail, with the data needed to delete it at the server. */
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
    QList<qint64> unknown; ///< ids for which the viewer sees no mail

    friend bool operator==(const Deletion &, const Deletion &) = default;
};

/**
 * Deletes mails with bodies, attachments, search entries and counters. Leaves a tombstone for each
 * mail that exists at the server, so that it is never imported again. Repeated ids count once.
 */
Result<Deletion> deleteMails(Session &session, const QList<qint64> &ids, const Viewer &viewer = {});

/// Removes the same rows without a tombstone, for any account: used for mails that are gone from
/// the server, or whose account or folder is being removed. Unknown ids are no error.
Result<void> eraseMails(Session &session, const QList<qint64> &ids);

} // namespace Store

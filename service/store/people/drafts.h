// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

namespace Store {

class Session;

/** A mail that is being written; addresses and files as they were typed. */
struct Draft {
    qint64 id = 0;
    qint64 accountId = 0;
    QString accountName; ///< the current name; not stored
    QStringList to;
    QStringList cc;
    QStringList bcc;
    QString subject;
    QString body; ///< HTML; not read into lists
    QStringList attachments;
    QByteArray extras = "{}"; ///< JSON object: further fields of the mail
    QString summary;
    int version = 1; ///< rises with each save
    qint64 createdAt = 0;
    qint64 updatedAt = 0;

    friend bool operator==(const Draft &, const Draft &) = default;
};

/// Returns the id. `text` is the searchable text besides subject and recipients.
Result<qint64> insertDraft(Session &session, qint64 userId, const Draft &draft,
                           const QString &text);

/// Overwrites everything except times and version; false: the user has no such draft.
Result<bool> updateDraft(Session &session, qint64 userId, const Draft &draft, const QString &text);

/// NotFound also for a draft of another user, or of an account that is being deleted.
Result<Draft> draftById(Session &session, qint64 userId, qint64 id);

struct DraftPage {
    QList<Draft> items; ///< the last one saved first, without bodies
    qint64 total = 0;
};

/// The drafts that contain every word of `keyword` in subject, recipients or text; empty: all
/// drafts. With a keyword, all drafts of the user are read: a user has hundreds, not millions.
Result<DraftPage> draftPage(Session &session, qint64 userId, const QString &keyword, qint64 offset,
                            int count);

/// `version` 0: any. False: there is no such draft, or its version has changed.
Result<bool> deleteDraft(Session &session, qint64 userId, qint64 id, int version = 0);

} // namespace Store

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mail/mailstate.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace Store {

class Query;
class Session;

/** The header fields of a mail that lists show. */
struct MailHeader {
    QString from;
    QString fromName;
    QByteArray toJson = "[]"; ///< addresses, as jsonOf() writes them
    QByteArray ccJson = "[]";
    QString subject;

    friend bool operator==(const MailHeader &, const MailHeader &) = default;
};

QByteArray jsonOf(const QStringList &addresses);

/** A mail as it is listed. */
struct ListedMail {
    MailState state;
    MailHeader header;
    /// The header fields identify the mail, because it has no Message-ID: they must stay as the server gave them.
    bool isKnownByHeader = false;
};

/// Nothing for an unknown mail.
Result<std::optional<ListedMail>> listedMail(Session &session, qint64 id);
ListedMail readListed(const Query &query); ///< the current row, with the columns of mails_listed

/**
 * Stores the header fields of the whole message, if they differ from the listed ones. They can: a server reads a
 * broken header in its own way when it is asked for single fields.
 */
Result<void> correctHeader(Session &session, const ListedMail &listed, const MailHeader &read);

} // namespace Store

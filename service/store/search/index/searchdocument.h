// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QString>

#include <functional>

namespace Store {

/** The searchable fields of a mail. */
struct SearchFields {
    QString sender; ///< name and address
    QString subject;
    QString body; ///< text of all text parts, without markup; empty while there is no body
    QString to;   ///< names and addresses, as in the next two
    QString cc;
    QString bcc;
    QString filenames; ///< of the attachments
};

/// Extracts the searchable fields of a raw message. The same bytes must give the same result; must
/// not throw.
using MessageReader = std::function<SearchFields(const QByteArray &raw)>;

/**
 * The searchable fields of a mail as tokens (store/search/text/searchtext.h), separated by spaces.
 */
struct SearchDocument {
    QByteArray sender;
    QByteArray subject;
    QByteArray body;
    QByteArray senderParts;
    QByteArray subjectParts;
    QByteArray recipients; ///< of To and Cc
    QByteArray cc;
    QByteArray bcc;
    QByteArray filenames;
    QByteArray recipientParts;
    QByteArray filenameParts;

    qsizetype bytes() const; ///< of all fields

    friend bool operator==(const SearchDocument &, const SearchDocument &) = default;
};

/// Pure, any thread: the part of indexing that needs no database. 0.1 ms a mail.
SearchDocument searchDocument(const SearchFields &fields);

} // namespace Store

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>
#include <QString>

namespace Store {

/** What of a mail can be found. */
struct SearchFields {
    QString sender; ///< name and address
    QString subject;
    QString body; ///< text of all text parts, without markup; empty while there is no body
};

/** The columns of search_index but for the scope, ready to be written. */
struct SearchDocument {
    QByteArray sender;
    QByteArray subject;
    QByteArray body;
    QByteArray senderParts;
    QByteArray subjectParts;

    friend bool operator==(const SearchDocument &, const SearchDocument &) = default;
};

/// Pure, any thread: the work of indexing that can be done beforehand. 0.1 ms a mail.
SearchDocument searchDocument(const SearchFields &fields);

/// The document for search_docs, which remembers it for its deletion.
QByteArray packDocument(const SearchDocument &document);
/// Error::Storage: not what packDocument() wrote.
Result<SearchDocument> unpackDocument(QByteArrayView packed);

} // namespace Store

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

/** All columns as they were indexed, for search_docs. */
struct IndexedDocument {
    SearchDocument document;
    QByteArray scope;

    friend bool operator==(const IndexedDocument &, const IndexedDocument &) = default;
};

QByteArray packDocument(const IndexedDocument &indexed);
/// Error::Storage: not what packDocument() wrote.
Result<IndexedDocument> unpackDocument(QByteArrayView packed);

} // namespace Store

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/search/index/searchindex.h"

#include <QByteArray>
#include <QList>

#include <limits>

/**
 * Indexing behind the list rows, in three steps so that the writer only writes: searchWork() on a
 * reader, prepareSearchWork() on the pool, storeSearchWork() on the writer. What is to be indexed
 * is marked in `mails.search_state`, so a crash in between only delays it.
 */
namespace Store {

class Session;

/// Mails a transaction: larger ones gain nothing and hold up the writer.
constexpr int searchBatchSize = 5000;

/** A mail that waits to be indexed. */
struct SearchWork {
    qint64 mailId = 0;
    int bodyState = 0;         ///< as it was when the text was read
    SearchFields listed;       ///< what the list row says
    QByteArray compressedBody; ///< by compressBody(); empty: there is none
};

/** Which of the mails that wait. Those without a body are found by sender and subject then. */
struct SearchWorkWanted {
    bool withBody = true; ///< mails whose body is here
    /// Mails whose body is still to come, where they were stored until then (seconds).
    qint64 listedUntil = std::numeric_limits<qint64>::max();
};

/// At most `max` mails that wait, oldest id first; fewer where their bodies are more than 8 MiB.
Result<QList<SearchWork>> searchWork(Session &session, int max, const SearchWorkWanted &wanted);

/** The same mail, normalised. */
struct PreparedSearchWork {
    qint64 mailId = 0;
    int bodyState = 0;
    SearchDocument document;
};

/// Pure, for the pool. Without a body that can be unpacked, the list row is what there is.
PreparedSearchWork prepareSearchWork(const SearchWork &work, const MessageReader &reader);

/// Indexes them in the caller's transaction. Mails that are gone or have changed meanwhile are left
/// out, as are those that another transaction holds (PostgreSQL); what is left out stays marked.
/// Answers how many were indexed.
Result<int> storeSearchWork(Session &session, const QList<PreparedSearchWork> &prepared);

/// Of these, the mails that storeSearchWork() left out only because they were held: to be tried again
/// after a moment. Asked for in the same transaction.
Result<QList<PreparedSearchWork>> passedOver(Session &session,
                                             const QList<PreparedSearchWork> &prepared);

/// All three steps at once in one transaction of its own; the number of mails taken, 0: none waits.
Result<int> indexPendingMails(Session &session, int max, const SearchWorkWanted &wanted,
                              const MessageReader &reader);

} // namespace Store

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/search/index/searchentry.h"

#include <QByteArray>
#include <QList>

#include <limits>

/**
 * Indexing of mails in steps, so that the writer thread only writes: searchWork() on a reader, prepareSearchWork() on
 * the pool, pendingSearchWork() on a reader, invertSearchWork() on the pool, storeSearchWork() on the writer. Mails to
 * be indexed are marked in `mails.search_state`, so a crash between the steps only delays indexing.
 */
namespace Store {

class Session;

/// Mails per transaction: larger batches are not faster and block the writer for longer.
constexpr int searchBatchSize = 5000;

/** A mail that waits to be indexed. */
struct SearchWork {
    qint64 mailId = 0;
    int bodyState = 0;         ///< as it was when the text was read
    SearchFields listed;       ///< the fields from the list row
    QByteArray compressedBody; ///< by compressBody(); empty: there is none
};

/** Selects the waiting mails. Mails indexed without a body are found by sender and subject only. */
struct SearchWorkWanted {
    bool withBody = true; ///< mails whose body is here
    /// For mails whose body is not fetched yet: only mails stored until this time (seconds).
    qint64 listedUntil = std::numeric_limits<qint64>::max();
};

/// At most `max` waiting mails, oldest id first; fewer if their bodies exceed 8 MiB.
Result<QList<SearchWork>> searchWork(Session &session, int max, const SearchWorkWanted &wanted);

/// Mails that wait to be indexed.
Result<qint64> waitingForIndex(Session &session);

/// Pure, for the pool. If there is no body, or it cannot be unpacked, only the list row is used.
PreparedSearchWork prepareSearchWork(const SearchWork &work, const MessageReader &reader);

/// The mails that still wait for this text; others were deleted or have changed meanwhile. On a reader.
Result<QList<SearchEntry>> pendingSearchWork(Session &session,
                                             const QList<PreparedSearchWork> &prepared);

/// Pure, for the pool: 30 us a mail of 800 words.
InvertedMails invertSearchWork(const QList<SearchEntry> &entries);

/// Writes the mails to the index in the caller's transaction. Skips mails that are deleted or have changed
/// meanwhile, and mails locked by another transaction (PostgreSQL); skipped mails stay marked.
/// Returns the number of indexed mails.
Result<int> storeSearchWork(Session &session, const InvertedMails &inverted);

/// To be called first in a transaction that changes mails and then calls storeSearchWork(): all transactions must lock
/// the segments before mails, or two of them could wait for each other (segmentlock.h).
Result<void> beginSearchWork(Session &session);

/// pendingSearchWork(), invertSearchWork() and storeSearchWork() at once, for a few mails.
Result<int> storeSearchWork(Session &session, const QList<PreparedSearchWork> &prepared);

/// Returns the mails that storeSearchWork() skipped only because they were locked: try them again
/// after a moment. To be called in the same transaction.
Result<QList<PreparedSearchWork>> passedOver(Session &session,
                                             const QList<PreparedSearchWork> &prepared);

/// All three steps in one transaction of its own. Returns the number of mails taken, 0: no mail
/// waits.
Result<int> indexPendingMails(Session &session, int max, const SearchWorkWanted &wanted,
                              const MessageReader &reader);

} // namespace Store

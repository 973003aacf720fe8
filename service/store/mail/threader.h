// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mail/threadnodes.h"

#include <QHash>
#include <QSet>

namespace Store {

class Session;

/** The conversation of one mail. */
struct ThreadPlace {
    std::optional<qint64> threadId; ///< for `mails.thread_id`; nothing: the mail is alone
    ThreadState state = ThreadState::Placed;

    friend bool operator==(const ThreadPlace &, const ThreadPlace &) = default;
};

/**
 * Assigns a batch of mails to conversations, in the transaction that stores them: reads all data
 * that the batch can affect at once, decides in memory, and writes the result in finish(). The
 * result does not depend on the order in which mails arrive.
 */
class Threader
{
public:
    explicit Threader(Session &session) : m_session(session) { }

    Result<void> prepare(QList<ThreadNodes> mails);

    /// The place of the mail at this index of the batch, which gets this id if it is stored.
    /// Changes nothing.
    Result<ThreadPlace> placeOf(qsizetype index, qint64 id);
    /// The mail of the last placeOf() call has been stored.
    void noteStored();

    /// To be called after the rows of the mails are written.
    Result<void> finish();

private:
    /** The result of placeOf(). */
    struct Found {
        qsizetype index = 0;
        qint64 id = 0;
        qint64 thread = 0;
        QList<qint64> others; ///< become part of `thread`
    };

    qint64 current(qint64 thread) const;
    Result<QList<qint64>> threadsOf(const ThreadNodes &nodes);
    Result<QSet<qint64>> answeredBy(const ThreadNodes &reply);
    Result<qint64> largest(const QList<qint64> &threads);
    /// By conversation; a conversation with a single mail may be missing.
    Result<QHash<qint64, qint64>> sizesOf(const QList<qint64> &threads);
    void know(qint64 node, qint64 thread);
    Result<void> begin();
    Result<void> merge(QList<qint64> from, qint64 into);
    Result<void> writeNodes();

    Session &m_session;
    QList<ThreadNodes> m_mails;
    QHash<qint64, qint64> m_threadOf;          ///< by node; may have been merged since
    QHash<qint64, qint64> m_into;              ///< conversations that became part of another one
    QHash<qint64, QList<qint64>> m_answerable; ///< conversations of this batch, by subject node
    QList<qint64> m_newNodes;
    QSet<qint64> m_joined; ///< conversations that got a mail besides their first one
    Found m_found;
};

} // namespace Store

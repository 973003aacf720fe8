// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/mail/mailrow.h"

namespace Store {

/// The conversation state of a mail; stored as a number in `mails.thread_state`.
enum class ThreadState : int {
    Unplaced = 0, ///< stored by an earlier version
    Placed = 1,
    Answerable = 2, ///< placed; a reply without references may join it by its subject
};

/**
 * The keys that assign a mail to a conversation: 63-bit hashes, the same on every machine. Each
 * includes the owner of the mail's account, so that mails of two owners never share a key.
 */
struct ThreadNodes {
    qint64 ownerId = 0;
    QList<qint64> ids;          ///< its own Message-ID and the referenced ones
    qint64 subject = 0;         ///< base subject and participants; 0: not used
    bool isReply = false;       ///< the subject is used and has a reply prefix
    bool hasReferences = false; ///< to other mails
    QByteArray subjectKey;      ///< of a reply: `mails.subject_key` of the mails that it may answer

    ThreadState state() const
    {
        return subject != 0 && !isReply ? ThreadState::Answerable : ThreadState::Placed;
    }

    friend bool operator==(const ThreadNodes &, const ThreadNodes &) = default;
};

/// Pure, any thread; some microseconds.
ThreadNodes threadNodes(qint64 ownerId, const NewMail &mail);

/// The node of a base subject and the sender and recipients of the mail, in any order and case.
qint64 subjectNode(qint64 ownerId, const QByteArray &subjectKey, const QString &from,
                   const QStringList &to);

} // namespace Store

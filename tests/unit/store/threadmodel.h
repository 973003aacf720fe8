// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/mail/mailrow.h"

#include <QHash>
#include <QRandomGenerator>
#include <QSet>

#include <memory>

/** A made mail and the account that it comes to. */
struct MadeMail {
    qint64 accountId = 0;
    qint64 ownerId = 0;
    Store::NewMail mail;
};

/**
 * Mails with gaps in their references, loops, late roots, replies without references, newsletters of one
 * subject, mails without a Message-ID; of accounts 1 and 3 (owner 1) and 2 (owner 2), which use the same
 * Message-IDs. Uids rise from 1.
 */
QList<MadeMail> madeMails(int count, quint32 seed);

/**
 * The reference for conversations, in the simplest way, with names as texts. The database is compared
 * with it. The caller chooses the numbers of mails.
 */
class ThreadModel
{
public:
    void add(int number, const MadeMail &made);
    void remove(int number);

    /// The numbers of all mails that are there, in groups.
    QSet<QSet<int>> partition() const;
    qsizetype sizeOf(int number) const;

private:
    struct Conversation {
        QSet<QString> names;
        QSet<int> mails;
        QMultiHash<QString, int> answerable; ///< by subject and participants
    };
    using Shared = std::shared_ptr<Conversation>;

    void join(Shared &into, const Shared &other);
    void joinNamed(Shared &into, const QString &name);

    QHash<int, Shared> m_of;
    QHash<QString, Shared> m_named;
    QMultiHash<QString, int> m_answerable;
    QHash<int, QString> m_keyOf;
};

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mail/mailstate.h"

#include <QHash>
#include <QList>
#include <QSet>
#include <QString>

#include <optional>

namespace Store {

struct Folder;
struct NewMail;
class Session;

/// What recognises a mail in another folder of its account: a hash of Message-ID, Date and size, or
/// where it has no Message-ID, of INTERNALDATE, Date, size, sender and subject. 16 bytes.
QByteArray mailEvidence(QStringView messageId, qint64 createdAt, std::optional<qint64> sentAt,
                        qint64 size, QStringView from, QStringView subject);
QByteArray mailEvidence(const NewMail &mail);

/** What a mail that comes in is to the account. */
struct Likeness {
    enum class Kind {
        Unknown, ///< the account has no such mail
        Gone,    ///< it has one that vanished from its place: it was moved
        Copy,    ///< it has one, which is still at its own place as far as we know
    };
    Kind kind = Kind::Unknown;
    MailState mail;                  ///< of Gone and Copy
    std::optional<MailState> beside; ///< of Gone: the same mail, which is still at its own place
    QList<qint64> others;            ///< ids of more that are the same, `beside` among them

    friend bool operator==(const Likeness &, const Likeness &) = default;
};

/**
 * Compares mails that come into a folder with those that the account has. Two are the same where
 * Message-ID, size and Date are, and EMAILIDs (RFC 8474) where both have one. Without a Message-ID the
 * same EMAILID says so, or in another folder INTERNALDATE, sender and subject beside size and Date,
 * where exactly one mail is like that: such mails are often made by machines, many in one second, so
 * more would be a guess. Looks at 32 mails for each. For one batch, in the caller's transaction.
 */
class AlikeMails
{
public:
    AlikeMails(Session &session, const Folder &folder) : m_session(session), m_folder(folder) { }

    /// Looks for all of them, on PostgreSQL in one statement.
    Result<void> prepare(const QList<NewMail> &mails);

    /// What the mail at `index` of prepare() is, after those before it were noted.
    Likeness of(const NewMail &mail, qsizetype index) const;

    void noteMoved(qint64 mailId) { m_placed.insert(mailId); } ///< it is no longer gone
    void noteStored(const NewMail &mail, const MailState &as); ///< with a row of its own

private:
    struct Alike {
        MailState mail;
        QString emailId;
        qint64 createdAt = 0;
        QString from;
        QString subject;
    };

    Result<void> prepareEach(const QList<NewMail> &mails);
    Result<void> prepareAll(const QList<NewMail> &mails);
    bool isSame(const Alike &here, const NewMail &mail) const;

    Session &m_session;
    const Folder &m_folder;
    QHash<qsizetype, QList<Alike>> m_alike; ///< by index, those that vanished first
    QHash<QByteArray, Alike> m_batch;       ///< with a Message-ID or EMAILID, by evidence
    QSet<qint64> m_placed;
};

/// Uids of those mails that the account has already by their Message-ID: their texts need not be
/// fetched at once.
Result<QSet<quint32>> knownTexts(Session &session, const Folder &folder,
                                 const QList<NewMail> &mails);

} // namespace Store

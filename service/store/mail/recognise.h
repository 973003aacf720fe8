// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mail/alikemails.h"
#include "store/mail/folders.h"
#include "store/mail/mailmover.h"
#include "store/mail/mailstate.h"

#include <optional>

namespace Store {

struct NewMail;
class Session;

/** How an incoming mail relates to the account, and the known mail that it matches. */
struct Recognised {
    enum class As {
        Unknown,   ///< the account has no such mail
        Renamed,   ///< it lost its uid with a UIDVALIDITY change, or is the copy of a sent mail
        Moved,     ///< it vanished from another place
        Duplicate, ///< it is at another place too
    };
    As as = As::Unknown;
    MailState mail;
    std::optional<MailState> beside; ///< of Moved: the same mail at another place
    QList<qint64> others;            ///< of Moved and Duplicate: more rows of the same mail

    friend bool operator==(const Recognised &, const Recognised &) = default;
};

/**
 * Finds the stored mail that an incoming mail matches: a mail that lost its uid in a UIDVALIDITY
 * change, the local copy of a mail sent through us whose server copy arrives, or a mail that was
 * moved or copied at the server. For one batch, in the caller's transaction.
 */
class Recogniser
{
public:
    Recogniser(Session &session, const Folder &folder) : m_session(session), m_folder(folder) { }

    Result<void> prepare(const QList<NewMail> &mails); ///< looks up the candidates
    /// Finds the match of the mail at `index`, after the mails before it were placed or stored.
    Result<Recognised> find(const NewMail &mail, qsizetype index);
    /// Moves a Renamed or Moved mail to its new place.
    Result<void> place(const Recognised &known, const NewMail &mail, CounterChanges &counters);
    void noteStored(const NewMail &mail, const MailState &as) { m_alike.noteStored(mail, as); }

private:
    Result<std::optional<MailState>> findLost(const NewMail &mail);
    Result<std::optional<MailState>> findSentCopy(const NewMail &mail);
    Result<Recognised> findElsewhere(const NewMail &mail, qsizetype index);
    Result<bool> hasWithoutUid(qint64 folderId);
    Result<bool> isHere(const NewMail &mail);

    Session &m_session;
    const Folder &m_folder;
    AlikeMails m_alike{ m_session, m_folder };
    MailMover m_mover{ m_session, m_folder.accountId };
    bool m_hasLost = false;
    qint64 m_sentCopies = 0; ///< if m_folder has role sent: id of the folder `$sent`; otherwise 0
};

} // namespace Store

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mailstate.h"

#include <optional>

namespace Store {

struct Folder;
struct NewMail;
class Session;

/**
 * Finds the mail that we hold already under another name: one that lost its uid with a UIDVALIDITY
 * change, or the local copy of a mail sent through us whose server copy comes in. It keeps its id,
 * flags and body. Costs nothing while there is no such mail.
 */
class Recogniser
{
public:
    Recogniser(Session &session, const Folder &folder) : m_session(session), m_folder(folder) { }

    Result<void> prepare(); ///< looks whether there is anything to be recognised
    Result<std::optional<MailState>> find(const NewMail &mail);
    Result<void> place(const MailState &known, quint32 uid, quint8 serverFlags,
                       CounterChanges &counters);

private:
    Result<std::optional<MailState>> findLost(const NewMail &mail);
    Result<std::optional<MailState>> findSentCopy(const NewMail &mail);
    Result<bool> hasWithoutUid(qint64 folderId);

    Session &m_session;
    const Folder &m_folder;
    bool m_hasLost = false;
    qint64 m_sentCopies = 0; ///< id of the folder `$sent`, where it has mails; else 0
};

} // namespace Store

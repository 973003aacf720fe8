// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>

namespace Store {

struct Folder;
struct NewMail;
class Session;

/**
 * Checks whether incoming mails of a folder were deleted here before. For one batch, in the
 * caller's transaction. A tombstone moves with the mail that it matches under a newer UIDVALIDITY
 * or, if the mail was gone from its place, in another folder, so that each tombstone blocks one
 * mail. If the mail is also still in its old place, there are two tombstones afterwards.
 */
class TombstoneCheck
{
public:
    /// Where else the account has the incoming mail.
    enum class Shown {
        Nowhere,   ///< it may be a deleted one from any folder
        Elsewhere, ///< at another place of the server
        AsGone,    ///< as a mail that vanished from its place; this has priority over deleted mails
    };

    TombstoneCheck(Session &session, const Folder &folder)
        : m_session(session), m_folder(folder) { }

    Result<void> prepare(); ///< checks whether there are tombstones to compare with
    Result<bool> holdsBack(const NewMail &mail, Shown shown);

private:
    Result<bool> isHere(const NewMail &mail);
    Result<bool> wasHere(const NewMail &mail);
    Result<bool> wasElsewhere(const NewMail &mail);

    Session &m_session;
    const Folder &m_folder;
    bool m_hasInFolder = false;
    bool m_hasInAccount = false;
};

} // namespace Store

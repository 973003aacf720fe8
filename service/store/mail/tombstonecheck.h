// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QByteArray>

namespace Store {

struct Folder;
struct NewMail;
class Session;

/**
 * Whether mails that come into a folder were deleted here before. For one batch, in the caller's
 * transaction. A tombstone moves with the mail that it recognises under a newer UIDVALIDITY or,
 * where it was gone from its place, in another folder, so that each one holds back one mail; of a mail
 * that is still at its place too there are two tombstones then.
 */
class TombstoneCheck
{
public:
    /// What else the account has of the mail that comes in.
    enum class Shown {
        Nowhere,   ///< it may be a deleted one from any folder
        Elsewhere, ///< at another place of the server
        AsGone,    ///< as a mail that vanished from its place, which comes before what was deleted
    };

    TombstoneCheck(Session &session, const Folder &folder)
        : m_session(session), m_folder(folder) { }

    Result<void> prepare(); ///< looks whether there is anything to compare with
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

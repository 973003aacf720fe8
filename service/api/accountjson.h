// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/jsonwriter.h"
#include "store/mail/accounts.h"
#include "store/mail/serverfolders.h"
#include "store/mail/stats.h"
#include "store/nodes/holders.h"
#include "sync/runtime.h"

namespace Api {

/// Stands for a stored password in answers; sent back, it means: keep the stored one.
inline constexpr char16_t passwordMask[] = u"********";

/** The data for an answer about one account. */
struct AccountView {
    Store::Account account;
    Store::AccountStats stats;
    Sync::Runtime runtime;
    bool isInKeychain = false;                 ///< the IMAP password
    QList<Store::FolderProblem> problems = {}; ///< of its folders
    std::optional<Store::Holder> node = {};    ///< that synchronises it; only administrators see it
};

/// `[{path, role, problem, message}]`.
void writeFolderProblems(Json::Writer &json, const QList<Store::FolderProblem> &problems);

/// The problem of one folder, as text for people.
QString problemText(const Store::FolderProblem &problem);

/// The same shape in lists and alone. Never a password.
void writeAccount(Json::Writer &json, const AccountView &view);

} // namespace Api

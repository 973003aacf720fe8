// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace Store {

/**
 * The user on whose behalf data are read. With the setting `visibility` = `shared` every user sees
 * all accounts; with `owner` only their own. No user sees an account that is being deleted.
 */
struct Viewer {
    qint64 userId = 0;        ///< 0 with ownOnly=false: the service itself
    bool ownAccounts = false; ///< only accounts whose owner is userId

    qint64 ownerFilter() const { return ownAccounts ? userId : 0; } ///< for `:owner`; 0 = no filter

    friend bool operator==(const Viewer &, const Viewer &) = default;
};

} // namespace Store

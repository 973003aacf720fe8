// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace Store {

/**
 * Whose eyes a question is asked with. With the setting `visibility` = `shared` every user sees all
 * accounts; with `owner` only the own ones. An account that is being deleted is seen by nobody.
 */
struct Viewer {
    qint64 userId = 0;        ///< 0 with ownOnly=false: the service itself
    bool ownAccounts = false; ///< only accounts whose owner is userId

    qint64 ownerFilter() const { return ownAccounts ? userId : 0; } ///< for `:owner`; 0 = no filter

    friend bool operator==(const Viewer &, const Viewer &) = default;
};

} // namespace Store

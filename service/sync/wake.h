// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Sync {

/** Why an account's wait ended, and so why the pass after it begins. */
enum class Wake {
    Elapsed, ///< the time is over
    News,    ///< the server reported changes of the open folder
    Asked,   ///< a user or other code requested work, or the account is being stopped
};

} // namespace Sync

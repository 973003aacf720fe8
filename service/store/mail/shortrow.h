// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/mail/mailrow.h"

namespace Store {

/// Shortens the texts that a sender controls to the length that lists and events show
/// (common/shortened.h), so that the JSON of a row is never longer than 40 KiB, and counts its
/// addresses. A row that was shortened before is not changed and keeps its counts. Some 100 ns if
/// no text is long.
void shorten(MailRow &row);

/// Sets `toCount` and `ccCount` of a row that is not cut.
void countAddresses(MailRow &row);

} // namespace Store

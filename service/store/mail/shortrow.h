// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "store/mail/mailrow.h"

namespace Store {

/// Cuts the texts that a sender chooses to what lists and events show (common/shortened.h), so that
/// its JSON is never longer than 40 KiB, and counts its addresses. A row that was cut before stays as
/// it is, with its counts. Some 100 ns where nothing is long.
void shorten(MailRow &row);

/// Sets `toCount` and `ccCount` of a row that is not cut.
void countAddresses(MailRow &row);

} // namespace Store

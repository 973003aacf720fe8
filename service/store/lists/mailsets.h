// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/search/text/searchcondition.h"
#include "store/sql/mailids.h"

namespace Store {

class Session;

/// The mails that fulfil a condition without folders, whatever part of it is in the index and whatever is on rows. For
/// alternatives of both kinds: each part is evaluated for all mails. Within a Snapshot.
Result<MailIdSet> mailsFulfilling(Session &session, const SearchCondition &condition);

} // namespace Store

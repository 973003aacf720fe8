// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/lists/searchmails.h"

namespace Store {

class SearchPlan;
class Session;

/// A query of operators without words: walks all mails.
Result<SearchHits> scanMails(Session &session, const SearchPlan &plan, const MailQuery &query);

} // namespace Store

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/mailquery.h"
#include "store/searchwindow.h"

#include <optional>

namespace Store {

class SearchPlan;
class Session;

/**
 * A page of hits in another order than that of time, by walking all mails in that order until the
 * page is full: for a common word far quicker than sorting its hits. Nothing where it is not, or
 * turns out not to be. `count` has all rows.
 */
Result<std::optional<QList<qint64>>> walkedPage(Session &session, const SearchPlan &plan,
                                                const MailQuery &query, const HitCount &count);

} // namespace Store

// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/copy/databasecopy.h"

#include "store/copy/copyends.h"
#include "store/copy/databaserows.h"
#include "store/copy/rowcopy.h"
#include "store/db/transaction.h"

using namespace Qt::StringLiterals;

namespace Store {

Result<void> copyDatabase(const CopyOptions &options)
{
    const Result<void> differ = checkDiffer(options.from, options.to);
    if (!differ)
        return differ;
    const SystemClock clock;
    const auto from = openCopySource(options.from, clock);
    if (!from)
        return from.error();
    const auto to = openCopyTarget(options.to, clock);
    if (!to)
        return to.error();
    // Never committed: nobody else writes to the source meanwhile, and neither do we.
    const Transaction untouched((*from)->session());
    if (!untouched.isOpen())
        return Error{ Error::Code::Conflict,
                      u"The database %1 is in use. Stop what has it open."_s.arg(
                          options.from.shown) };
    DatabaseRows rows((*from)->session());
    return copyRows(rows, (*to)->session(),
                    { options.from.shown, options.to.shown, options.reader, options.tell });
}

} // namespace Store

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
    RETURN_IF_ERROR(checkDiffer(options.from, options.to));
    const SystemClock clock;
    const auto from = openCopySource(options.from, clock);
    RETURN_IF_ERROR(from);
    const auto to = openCopyTarget(options.to, clock);
    RETURN_IF_ERROR(to);
    // Never committed: it only prevents writes to the source by others.
    const Transaction untouched((*from)->session());
    if (!untouched.isOpen())
        return Error{ Error::Code::Conflict,
                      u"The database %1 is in use. Stop the program that has it open."_s.arg(
                          options.from.shown) };
    DatabaseRows rows((*from)->session());
    return copyRows(rows, (*to)->session(),
                    { options.from.shown, options.to.shown, options.reader, options.report });
}

} // namespace Store

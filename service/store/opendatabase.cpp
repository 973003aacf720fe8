// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/opendatabase.h"

#include "store/copy/copyprogress.h"
#include "store/search/fill/searchversion.h"

namespace Store {

namespace {

Result<void> refusePartOfACopy(Session &session, const DatabaseAddress &address)
{
    return checkIsWhole(session, address.shown);
}

Result<void> renewSearch(Session &session, const DatabaseAddress &)
{
    const Result<bool> isBegunAnew = prepareSearch(session);
    return isBegunAnew ? Result<void>() : Result<void>(isBegunAnew.error());
}

} // namespace

Result<std::unique_ptr<Database>> openDatabase(DatabaseOptions options)
{
    options.afterMigration = { refusePartOfACopy, renewSearch };
    return Database::open(options);
}

} // namespace Store

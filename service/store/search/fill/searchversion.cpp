// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/fill/searchversion.h"

#include "store/db/transaction.h"
#include "store/search/index/searchindex.h"
#include "store/search/index/segmentlock.h"
#include "store/search/text/searchtext.h"
#include "store/sql/longwork.h"
#include "store/sql/session.h"

#include <QChar>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

// The normaliser uses Qt's Unicode tables, which may differ in another version of Qt.
int currentVersion()
{
    return searchTextVersion * 1000 + int(QChar::currentUnicodeVersion());
}

Result<void> startAgain(Session &session)
{
    const LongWork untilDone(session);
    Transaction tx(session);
    // Another process may be indexing at the same time, and its uncommitted rows could not be deleted here.
    RETURN_IF_ERROR(holdSegmentsAlone(session));
    RETURN_IF_ERROR(clearIndex(session));
    RETURN_IF_ERROR(session.query("search_mark_all").run());
    Query version = session.query("search_meta_version");
    version.bind(u":version"_s, currentVersion());
    RETURN_IF_ERROR(version.run());
    return tx.commit();
}

} // namespace

Result<bool> prepareSearch(Session &session)
{
    const Result<std::optional<int>> version = session.query("search_meta_get").readValue<int>();
    RETURN_IF_ERROR(version);
    if (!*version)
        return Error{ Error::Code::Storage, u"search_meta is empty."_s };
    if (**version == currentVersion())
        return false;
    const auto done = startAgain(session);
    return done ? Result<bool>(true) : Result<bool>(done.error());
}

} // namespace Store

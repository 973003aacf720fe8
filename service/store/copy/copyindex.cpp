// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/copy/copyindex.h"

#include "store/db/transaction.h"
#include "store/search/fill/searchbatch.h"
#include "store/search/fill/upkeep.h"
#include "store/search/index/searchindex.h"
#include "store/sql/session.h"

#include <QThread>

#include <algorithm>
#include <future>
#include <vector>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

using Prepared = QList<PreparedSearchWork>;

Prepared preparePart(const QList<SearchWork> &work, qsizetype first, qsizetype end,
                     const MessageReader &reader)
{
    Prepared prepared;
    for (qsizetype i = first; i < end; ++i)
        prepared.append(prepareSearchWork(work[i], reader));
    return prepared;
}

Prepared prepareAll(const QList<SearchWork> &work, const MessageReader &reader)
{
    const qsizetype threads = std::max(1, QThread::idealThreadCount());
    const qsizetype share = (work.size() + threads - 1) / threads;
    std::vector<std::future<Prepared>> parts;
    for (qsizetype first = 0; first < work.size(); first += share) {
        const qsizetype end = std::min(first + share, work.size());
        parts.push_back(std::async(std::launch::async, [&work, &reader, first, end] {
            return preparePart(work, first, end, reader);
        }));
    }
    Prepared all;
    for (std::future<Prepared> &part : parts)
        all += part.get();
    return all;
}

// Indexes one batch. Returns the number of indexed mails; 0: no mail waits.
Result<int> indexSome(Session &session, const MessageReader &reader)
{
    Transaction tx(session);
    const Result<QList<SearchWork>> work = searchWork(session, searchBatchSize, {});
    RETURN_IF_ERROR(work);
    if (work->isEmpty())
        return 0;
    const Result<int> stored = storeSearchWork(session, prepareAll(*work, reader));
    RETURN_IF_ERROR(stored);
    if (*stored == 0)
        return Error{ Error::Code::Storage,
                      u"The next mails cannot be added to the full text index."_s };
    return tx.commit(stored);
}

} // namespace

Result<void> emptyIndex(Session &session)
{
    return clearIndex(session);
}

Result<void> indexCopied(Session &session, const MessageReader &reader,
                         const std::function<void(qint64 mails)> &report)
{
    for (qint64 mails = 0;;) {
        const Result<int> some = indexSome(session, reader);
        RETURN_IF_ERROR(some);
        if (*some == 0)
            break;
        report(mails += *some);
    }
    for (bool isMore = true; isMore;) {
        const Result<bool> merged = mergeStep(session);
        RETURN_IF_ERROR(merged);
        isMore = *merged;
    }
    return {};
}

} // namespace Store

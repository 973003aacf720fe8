// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/changeapplier.h"

#include "sync/foldercursor.h"
#include "sync/folderstore.h"
#include "sync/plan.h"
#include "sync/sorting.h"
#include "sync/surveystore.h"

namespace Sync {

namespace {

constexpr int goneBatch = 200;       ///< a transaction of some 100 ms if all of them were moved
constexpr qsizetype flagBatch = 500; ///< a transaction of some 50 ms

} // namespace

QCoro::Task<Result<QList<quint32>>> ChangeApplier::applyFlags(QList<Store::ServerFlags> changed)
{
    const qsizetype count = changed.size();
    auto sort = [changed = std::move(changed)]() mutable {
        sortUnique(changed);
        return std::move(changed);
    };
    const QList<Store::ServerFlags> sorted =
        co_await onPoolIfMany(&m_context.pool, count, std::move(sort));
    QList<quint32> unknown;
    const auto account = m_cursor.account();
    const auto folder = m_cursor.folder();
    for (qsizetype at = 0; at < sorted.size(); at += flagBatch) {
        auto flag = [=, some = sorted.mid(at, flagBatch)](Store::Session &session) {
            return Sync::applyFlags(session, account, folder, some);
        };
        const Result<Applied> applied = co_await m_context.database.writingSoon(std::move(flag));
        CO_RETURN_IF_ERROR(applied);
        m_cursor.count(0, applied->updated);
        unknown += applied->unknown;
    }
    co_return unknown;
}

QCoro::Task<Result<void>> ChangeApplier::removeGone(QList<quint32> uids)
{
    const auto account = m_cursor.account();
    const auto folder = m_cursor.folder();
    const QList<QList<quint32>> batches = chunks(uids, goneBatch, goneBatch);
    for (const QList<quint32> &batch : batches) {
        auto remove = [=](Store::Session &session) {
            return applyGone(session, account, folder, batch);
        };
        const Result<Applied> applied = co_await m_context.database.writingSoon(std::move(remove));
        CO_RETURN_IF_ERROR(applied);
        m_cursor.count(0, applied->updated);
    }
    co_return {};
}

QCoro::Task<Result<void>> ChangeApplier::listAgain(QList<quint32> uids)
{
    const auto account = m_cursor.account();
    const auto folder = m_cursor.folder();
    const QList<QList<quint32>> batches = chunks(uids, goneBatch, goneBatch);
    for (const QList<quint32> &batch : batches) {
        auto list = [=](Store::Session &session) {
            return applyBack(session, account, folder, batch);
        };
        const Result<void> listed = co_await m_context.database.writingSoon(std::move(list));
        CO_RETURN_IF_ERROR(listed);
    }
    m_cursor.count(0, uids.size());
    co_return {};
}

QCoro::Task<Result<void>> ChangeApplier::removeUnrecognised()
{
    const auto account = m_cursor.account();
    const auto folder = m_cursor.folder();
    for (bool isMore = true; isMore;) {
        auto end = [=](Store::Session &session) {
            return endRebind(session, account, folder, goneBatch);
        };
        const Result<Applied> applied = co_await m_context.database.writingSoon(std::move(end));
        CO_RETURN_IF_ERROR(applied);
        isMore = applied->updated > 0;
        m_cursor.count(0, applied->updated);
    }
    co_return {};
}

} // namespace Sync

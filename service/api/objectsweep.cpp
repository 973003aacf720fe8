// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/objectsweep.h"

#include "api/uploadobjects.h"
#include "store/people/uploads.h"

#include <QLoggingCategory>

using namespace std::chrono_literals;

namespace Api {

namespace {

Q_LOGGING_CATEGORY(logObjects, "postrider.api.uploads", QtInfoMsg)

constexpr auto sweepEvery = 10min;
constexpr auto checkEvery = 10s; // whether this node is the one that sweeps

} // namespace

ObjectSweep::ObjectSweep(Store::Database &database, S3::Bucket &bucket, QObject *parent)
    : QObject(parent), m_database(database), m_bucket(bucket), m_timer(this)
{
    m_timer.setInterval(checkEvery);
    connect(&m_timer, &QTimer::timeout, this, &ObjectSweep::check);
}

void ObjectSweep::start(std::function<bool()> isMine)
{
    m_isMine = std::move(isMine);
    m_timer.start();
    tryStore();
}

QCoro::Task<> ObjectSweep::tryStore()
{
    const Result<S3::Listing> page = co_await m_bucket.folders(QByteArray());
    if (page)
        qCInfo(logObjects).noquote()
            << "uploads are stored in the bucket" << m_bucket.settings().bucket << "at"
            << m_bucket.settings().url.toString();
    else
        qCWarning(logObjects).noquote() << "files cannot be uploaded now:" << page.error().message;
}

void ObjectSweep::check()
{
    if (m_isSweeping || !m_next.hasExpired() || !m_isMine())
        return;
    m_next.setRemainingTime(std::chrono::milliseconds(sweepEvery));
    sweep();
}

// The objects are listed before the rows are read, so each listed object that is in use has a row.
QCoro::Task<> ObjectSweep::sweep()
{
    m_isSweeping = true;
    const Result<QSet<QByteArray>> stored = co_await uploads();
    auto read = [](Store::Session &session) {
        return Store::uploadTokens(session);
    };
    const Result<QSet<QByteArray>> known = co_await m_database.reading(std::move(read));
    if (!stored)
        qCWarning(logObjects).noquote() << stored.error().message;
    if (stored && known) { // otherwise the next sweep tries again
        const QSet<QByteArray> strangers = *stored - *known;
        for (const QByteArray &token : strangers) {
            const Result<void> removed = co_await removeUploadObjects(m_bucket, token);
            if (!removed)
                break;
        }
    }
    m_isSweeping = false;
}

QCoro::Task<Result<QSet<QByteArray>>> ObjectSweep::uploads()
{
    QSet<QByteArray> tokens;
    for (QByteArray after;;) {
        const Result<S3::Listing> page = co_await m_bucket.folders(after);
        CO_RETURN_IF_ERROR(page);
        for (const QByteArray &folder : page->folders) {
            if (const auto token = uploadOfFolder(folder))
                tokens.insert(*token);
        }
        after = page->next;
        if (after.isEmpty())
            co_return tokens;
    }
}

} // namespace Api

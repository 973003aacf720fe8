// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "s3/bucket.h"
#include "store/db/database.h"

#include <QDeadlineTimer>
#include <QObject>
#include <QSet>
#include <QTimer>

#include <functional>

namespace Api {

/**
 * Removes the objects of uploads that have no row any more: expired, of a deleted user, or left by a service that was
 * killed. Every ten minutes, at one of the nodes. Objects that this service did not make are left alone. Lives on
 * the http thread.
 */
class ObjectSweep : public QObject
{
public:
    ObjectSweep(Store::Database &database, S3::Bucket &bucket, QObject *parent = nullptr);

    /// Also writes to the log whether the store can be used. Sweeps only while `isMine` is true.
    void start(std::function<bool()> isMine);
    void stop() { m_timer.stop(); }

private:
    void check();
    QCoro::Task<> tryStore();
    QCoro::Task<> sweep();
    QCoro::Task<Result<QSet<QByteArray>>> uploads();

    Store::Database &m_database;
    S3::Bucket &m_bucket;
    std::function<bool()> m_isMine;
    QTimer m_timer;
    QDeadlineTimer m_next{ 0 };
    bool m_isSweeping = false;
};

} // namespace Api

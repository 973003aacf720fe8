// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/clock.h"
#include "net/httpcaller.h"
#include "s3/listing.h"
#include "s3/refusal.h"
#include "s3/settings.h"

#include <QThreadPool>

namespace S3 {

/** How long and how often a call is tried. */
struct Patience {
    std::chrono::milliseconds ofTry{ 30'000 };
    std::chrono::milliseconds ofAll{ 60'000 }; ///< with the pauses
    QList<std::chrono::milliseconds> pauses{ std::chrono::milliseconds(250),
                                             std::chrono::milliseconds(1000),
                                             std::chrono::milliseconds(2000) };
};

/**
 * The objects of one bucket. A key is a path below Settings::prefix, with characters that need no escapes. A
 * call that the store could not serve for the moment is tried again after each of the pauses. At most 16 calls
 * run at a time; others wait in order.
 *
 * Errors: StorageFull, NotFound, otherwise Storage, with a sentence for the log of the administrator. Lives on
 * one thread with an event loop; every call ends, abort() ends them at once.
 */
class Bucket
{
public:
    /// The host of the settings may have any address, because the administrator chose it.
    Bucket(Settings settings, const Clock &clock, QThreadPool &pool, const Net::TlsPolicy &tls,
           QObject *owner, Patience patience = {});

    QCoro::Task<Result<void>> put(QByteArray key, QByteArray bytes);
    /// All of an object of this size; another size is an error.
    QCoro::Task<Result<QByteArray>> get(QByteArray key, qsizetype size);
    QCoro::Task<Result<void>> remove(QByteArray key); ///< also if it does not exist

    /// Keys below `folder`, which is empty or ends with a slash; `after`: Listing::next of the page before.
    QCoro::Task<Result<Listing>> keys(QByteArray folder, QByteArray after);
    /// The folders of the bucket's prefix, each with its slash.
    QCoro::Task<Result<Listing>> folders(QByteArray after);

    void abort(); ///< also all later calls

    const Settings &settings() const { return m_settings; }

private:
    struct Call {
        Net::HttpMethod method = Net::HttpMethod::Get;
        QByteArray path;
        QByteArray query;
        QByteArray body;
        qsizetype size = -1; ///< of the answer; -1: any
    };
    using Query = QList<std::pair<QByteArray, QByteArray>>;
    using Answer = Result<Net::HttpAnswer>;

    QCoro::Task<Answer> run(Call call);
    QCoro::Task<Result<Net::HttpAnswer, Refusal>> once(Call call, QByteArray hash,
                                                       std::chrono::milliseconds time);
    QCoro::Task<QByteArray> hashOf(QByteArray body);
    QCoro::Task<> pause(std::chrono::milliseconds time);
    QCoro::Task<Result<Listing>> list(Query query, QByteArray after);
    QByteArray pathOf(const QByteArray &key) const;
    Net::HttpCall signedCall(Call call, const QByteArray &hash) const;

    const Settings m_settings;
    const Patience m_patience;
    const Net::Networks m_opened;
    const Clock &m_clock;
    QThreadPool &m_pool;
    Async::Slots m_places;
    QList<Async::Completion<bool>> m_pauses;
    bool m_isStopping = false;
    Net::HttpCaller m_caller; ///< last: its destructor resumes coroutines that use the others
};

} // namespace S3

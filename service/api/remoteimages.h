// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/admission.h"
#include "common/apierror.h"
#include "common/shares.h"
#include "http/reply.h"
#include "net/httpcaller.h"

#include <QCache>
#include <QElapsedTimer>
#include <QObject>

namespace Api {

/**
 * Remote images in mails, fetched by the service, so that the sender does not learn who reads the
 * mail and where. Only public addresses are called, also after a redirection. Only PNG, JPEG, GIF and
 * WebP are accepted, by Content-Type and by the first bytes. No cookies, no referrer and no name of
 * this service are sent. Fetched images are kept in memory for an hour. Lives on the http thread.
 */
class RemoteImages : public QObject
{
public:
    struct Options {
        Net::TlsPolicy tls;
        Net::Networks opened;            ///< networks that are not public and may be called
        Shares atOnce = Shares::of(24);  ///< the others wait
        qsizetype mostBytes = 5 << 20;   ///< of one image
        qsizetype mostCached = 64 << 20; ///< bytes of all that are kept
        std::chrono::seconds kept{ 3600 };
    };
    struct Image {
        QByteArray contentType;
        QByteArray bytes;
    };

    explicit RemoteImages(Options options, QObject *parent = nullptr);

    /// `url` as callUrl() takes it. `reply`: the request that waits; nothing is fetched for a
    /// client that has left. 40405: there is no such image; 50208: its server did not give one.
    QCoro::Task<Result<Image, ApiFailure>> get(QByteArray url, qint64 userId, Http::Reply reply);

private:
    struct Kept {
        Image image;
        QElapsedTimer since;
    };

    const Image *kept(const QByteArray &url) const;
    QCoro::Task<Result<Net::HttpAnswer>> fetch(QUrl url, qint64 userId);

    const Options m_options;
    Async::Admission m_admission;
    QCache<QByteArray, Kept> m_kept;
    Net::HttpCaller m_caller; ///< last: its destructor resumes coroutines that use the others
};

} // namespace Api

// SPDX-License-Identifier: GPL-3.0-or-later
#include "doctor/storecheck.h"

#include "s3/bucket.h"

using namespace Qt::StringLiterals;

namespace Doctor {

QCoro::Task<Finding> checkStore(S3::Settings settings, Net::TlsPolicy tls, const Clock &clock)
{
    QObject owner;
    QThreadPool pool;
    S3::Bucket bucket(settings, clock, pool, tls, &owner);
    const Result<S3::Listing> page = co_await bucket.folders(QByteArray());
    const QString where = settings.url.toString() + u'/' + QString::fromLatin1(settings.bucket);
    if (page)
        co_return Finding{
            Level::Ok, u"uploads"_s, where, u"The bucket of uploads can be listed."_s, {}
        };
    co_return Finding{ Level::Fault, u"uploads"_s, where, page.error().message,
                       u"Until then no file can be uploaded. See [s3] in postrider.conf(5)."_s };
}

} // namespace Doctor

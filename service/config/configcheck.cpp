// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/configcheck.h"

#include "push/vapidkey.h"
#include "store/sql/databaseaddress.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace {

/// Empty: the settings of the store belong together.
QString s3Problem(const Config &config)
{
    if (config.s3Url.isEmpty())
        return config.s3Bucket.isEmpty() && config.s3AccessKey.isEmpty()
            ? QString()
            : u"s3.url is not set: set it to the address of the store, or remove s3.bucket and "
              "s3.access_key"_s;
    if (config.s3Bucket.isEmpty())
        return u"s3.bucket is not set: set it to a bucket that exists at s3.url"_s;
    if (config.s3AccessKey.isEmpty())
        return u"s3.access_key is not set: set it to a key that may use the bucket"_s;
    if (config.s3Region.isEmpty())
        return u"s3.region is empty: remove the line, or set it to the region of the bucket"_s;
    if (config.s3SecretKey.isEmpty())
        return u"environment: POSTRIDER_S3_SECRET_KEY is not set: set it to the secret that "
               u"belongs to "
               "s3.access_key"_s;
    return {};
}

} // namespace

Result<void> checkTogether(const Config &config)
{
    const auto wrong = [](const QString &message) {
        return Error{ Error::Code::BadRequest, message };
    };
    if (config.tlsCertificate.isEmpty() != config.tlsKey.isEmpty())
        return wrong(u"tls_cert and tls_key belong together: set both or neither"_s);
    if (!config.databasePoolUrl.isEmpty() && Store::databaseAddress(config.database())->isFile())
        return wrong(u"database_pool_url needs a database_url that begins with postgresql://"_s);
    if (config.retryMax < config.retryMin)
        return wrong(u"sync.retry_max must not be less than sync.retry_min"_s);
    if (config.secrets == u"keychain" && !config.isDesktop)
        return wrong(u"secrets = keychain needs --desktop: a server has no keychain"_s);
    if (config.vapidPublicKey.isEmpty() != config.vapidPrivateKey.isEmpty())
        return wrong(u"POSTRIDER_VAPID_PUBLIC_KEY and POSTRIDER_VAPID_PRIVATE_KEY belong together: "
                     "set both or neither"_s);
    if (!config.vapidPublicKey.isEmpty()) {
        const auto pair = Push::givenKey(config.vapidPublicKey, config.vapidPrivateKey);
        if (!pair)
            return wrong(u"environment: "_s + pair.error().message);
    }
    if (const QString problem = s3Problem(config); !problem.isEmpty())
        return wrong(problem);
    for (const QString &file : { config.tlsCertificate, config.tlsKey, config.mailExtraCa }) {
        if (!file.isEmpty() && !QFileInfo(file).isReadable())
            return wrong(u"cannot read %1"_s.arg(file));
    }
    return {};
}

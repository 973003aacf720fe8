// SPDX-License-Identifier: GPL-3.0-or-later
#include "s3/refusal.h"

#include "s3/listing.h"

using namespace Qt::StringLiterals;

namespace S3 {

namespace {

QString shown(const Settings &settings)
{
    return settings.url.toString(QUrl::RemoveUserInfo);
}

Error storage(const Settings &settings, const QString &rest)
{
    return { Error::Code::Storage, u"The S3 store at %1 %2"_s.arg(shown(settings), rest) };
}

bool isFull(int status, const QByteArray &code)
{
    return status == 507 || code == "QuotaExceeded" || code == "XMinioStorageFull"
        || code == "InsufficientStorage" || code == "EntityTooLarge";
}

bool isWrongKey(const QByteArray &code)
{
    return code == "InvalidAccessKeyId" || code == "SignatureDoesNotMatch"
        || code == "AuthorizationHeaderMalformed" || code == "InvalidSecurity";
}

/// What an administrator can do about it.
QString remedy(int status, const QByteArray &code, const Settings &settings)
{
    const QString bucket = QString::fromLatin1(settings.bucket);
    if (code == "RequestTimeTooSkewed")
        return u"says that the clock of this machine is wrong: set it."_s;
    if (isWrongKey(code))
        return u"refused the signature (%1): check s3.access_key, s3.region and "
               "POSTRIDER_S3_SECRET_KEY."_s.arg(QString::fromLatin1(code));
    if (code == "NoSuchBucket")
        return u"has no bucket %1: create it, or correct s3.bucket."_s.arg(bucket);
    if (status == 401 || status == 403)
        return u"does not allow this: the key of s3.access_key must be allowed to list, read, "
               u"write and "
               "delete objects of the bucket %1."_s.arg(bucket);
    if (status >= 300 && status < 400)
        return u"answered with a redirection, which is not followed: correct s3.url and "
               "s3.region."_s;
    if (code.isEmpty())
        return u"answered with status %1."_s.arg(status);
    return u"answered with status %1 (%2)."_s.arg(status).arg(QString::fromLatin1(code));
}

} // namespace

Refusal refusalOf(const Net::HttpAnswer &answer, const Settings &settings)
{
    const QByteArray code = refusalCode(answer.body);
    if (isFull(answer.status, code))
        return { { Error::Code::StorageFull,
                   u"The S3 store at %1 has no space left."_s.arg(shown(settings)) },
                 false };
    if (answer.status == 404 && code != "NoSuchBucket")
        return { { Error::Code::NotFound, u"There is no such object in the S3 store."_s }, false };
    const bool isForNow = answer.status == 408 || answer.status == 429 || answer.status >= 500
        || code == "RequestTimeout" || code == "SlowDown";
    return { storage(settings, remedy(answer.status, code, settings)), isForNow };
}

Refusal refusalOf(const Error &error, const Settings &settings)
{
    const bool isForNow = error.code == Error::Code::Unreachable
        || error.code == Error::Code::Timeout || error.code == Error::Code::Protocol;
    return { storage(settings, u"cannot be used: "_s + error.message), isForNow };
}

Refusal brokenAnswer(const Settings &settings)
{
    return { storage(settings, u"sent an object with a wrong length."_s), true };
}

} // namespace S3

// SPDX-License-Identifier: GPL-3.0-or-later
#include "s3/signature.h"

#include "crypto/digest.h"

#include <QDateTime>

#include <algorithm>

using namespace Qt::StringLiterals;

// AWS General Reference, "Signature Version 4"; Amazon S3 API Reference, "Authenticating Requests".
namespace S3 {

namespace {

const QByteArray algorithm = QByteArrayLiteral("AWS4-HMAC-SHA256");

QByteArray escaped(const QByteArray &text)
{
    return text.toPercentEncoding(); // leaves the unreserved signs of RFC 3986 2.3
}

Net::HttpHeaders inOrder(Net::HttpHeaders headers)
{
    std::ranges::sort(headers);
    return headers;
}

QByteArray namesOf(const Net::HttpHeaders &headers)
{
    QByteArrayList names;
    for (const auto &[name, value] : headers)
        names.append(name);
    return names.join(';');
}

QByteArray canonical(const SignedRequest &request, const Net::HttpHeaders &headers)
{
    QByteArray text = request.method + '\n' + request.path + '\n' + request.query + '\n';
    for (const auto &[name, value] : headers)
        text += name + ':' + value.trimmed() + '\n';
    return text + '\n' + namesOf(headers) + '\n' + request.bodyHash;
}

/// The key of one day, region and service.
QByteArray signingKey(const Signer &signer, const QByteArray &day)
{
    const QByteArray ofDay = Crypto::hmacSha256("AWS4" + signer.secretKey, day);
    const QByteArray ofRegion = Crypto::hmacSha256(ofDay, signer.region);
    const QByteArray ofService = Crypto::hmacSha256(ofRegion, "s3");
    return Crypto::hmacSha256(ofService, "aws4_request");
}

} // namespace

QByteArray bodyHash(QByteArrayView body)
{
    return Crypto::sha256(body).toHex();
}

QByteArray queryText(QList<std::pair<QByteArray, QByteArray>> values)
{
    for (auto &[name, value] : values) {
        name = escaped(name);
        value = escaped(value);
    }
    std::ranges::sort(values);
    QByteArrayList words;
    for (const auto &[name, value] : std::as_const(values))
        words.append(name + '=' + value);
    return words.join('&');
}

Net::HttpHeaders signedHeaders(const SignedRequest &request, const Signer &signer)
{
    const QDateTime when = QDateTime::fromSecsSinceEpoch(request.time, Qt::UTC);
    const QByteArray time = when.toString(u"yyyyMMdd'T'HHmmss'Z'"_s).toLatin1();
    const QByteArray day = time.first(8);
    Net::HttpHeaders sent = request.headers;
    sent.append({ "x-amz-content-sha256", request.bodyHash });
    sent.append({ "x-amz-date", time });
    Net::HttpHeaders covered = sent;
    covered.append({ "host", request.host });
    covered = inOrder(covered);
    const QByteArray scope = day + '/' + signer.region + "/s3/aws4_request";
    const QByteArray toSign = algorithm + '\n' + time + '\n' + scope + '\n'
        + Crypto::sha256(canonical(request, covered)).toHex();
    const QByteArray signature = Crypto::hmacSha256(signingKey(signer, day), toSign).toHex();
    sent.append({ "Authorization",
                  algorithm + " Credential=" + signer.accessKey + '/' + scope
                      + ", SignedHeaders=" + namesOf(covered) + ", Signature=" + signature });
    return sent;
}

} // namespace S3

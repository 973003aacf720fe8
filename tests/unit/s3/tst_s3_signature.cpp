// SPDX-License-Identifier: GPL-3.0-or-later
#include "s3/signature.h"

#include <QTest>

using S3::SignedRequest;

/** The examples of the Amazon S3 API Reference, "Signature Calculations for the Authorization Header". */
class TestS3Signature : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void signsAsPublished_data();
    void signsAsPublished();
    void escapesTheQueryInOrder();
    void hashesTheBody();
};

namespace {

const S3::Signer signer{ "us-east-1", "AKIAIOSFODNN7EXAMPLE",
                         "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY" };
constexpr qint64 time2013 = 1'369'353'600; // 2013-05-24T00:00:00Z

SignedRequest published(const QByteArray &method, const QByteArray &path)
{
    return { .method = method,
             .host = "examplebucket.s3.amazonaws.com",
             .path = path,
             .query = {},
             .headers = {},
             .bodyHash = S3::bodyHash({}),
             .time = time2013 };
}

} // namespace

Q_DECLARE_METATYPE(S3::SignedRequest)

void TestS3Signature::signsAsPublished_data()
{
    QTest::addColumn<SignedRequest>("request");
    QTest::addColumn<QByteArray>("names");
    QTest::addColumn<QByteArray>("signature");

    SignedRequest get = published("GET", "/test.txt");
    get.headers = { { "range", "bytes=0-9" } };
    QTest::newRow("get") << get << QByteArray("host;range;x-amz-content-sha256;x-amz-date")
                         << QByteArray(
                                "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
    SignedRequest put = published("PUT", "/test%24file.text");
    put.headers = { { "date", "Fri, 24 May 2013 00:00:00 GMT" },
                    { "x-amz-storage-class", "REDUCED_REDUNDANCY" } };
    put.bodyHash = S3::bodyHash("Welcome to Amazon S3.");
    QTest::newRow("put")
        << put << QByteArray("date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class")
        << QByteArray("98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");
    SignedRequest lifecycle = published("GET", "/");
    lifecycle.query = S3::queryText({ { "lifecycle", "" } });
    QTest::newRow("query without a value")
        << lifecycle << QByteArray("host;x-amz-content-sha256;x-amz-date")
        << QByteArray("fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
    SignedRequest list = published("GET", "/");
    list.query = S3::queryText({ { "prefix", "J" }, { "max-keys", "2" } });
    QTest::newRow("list")
        << list << QByteArray("host;x-amz-content-sha256;x-amz-date")
        << QByteArray("34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
}

void TestS3Signature::signsAsPublished()
{
    QFETCH(SignedRequest, request);
    QFETCH(QByteArray, names);
    QFETCH(QByteArray, signature);
    Net::HttpHeaders expected = request.headers;
    expected.emplaceBack("x-amz-content-sha256", request.bodyHash);
    expected.emplaceBack("x-amz-date", "20130524T000000Z");
    expected.emplaceBack(
        "Authorization",
        "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, "
        "SignedHeaders="
            + names + ", Signature=" + signature);
    QCOMPARE(S3::signedHeaders(request, signer), expected);
}

void TestS3Signature::escapesTheQueryInOrder()
{
    const QByteArray text = S3::queryText({ { "prefix", "a b/c~" },
                                            { "list-type", "2" },
                                            { "continuation-token", "1+/=&\xc3\xbc" } });
    QCOMPARE(text, "continuation-token=1%2B%2F%3D%26%C3%BC&list-type=2&prefix=a%20b%2Fc~");
}

void TestS3Signature::hashesTheBody()
{
    QCOMPARE(S3::bodyHash({}), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

QTEST_GUILESS_MAIN(TestS3Signature)
#include "tst_s3_signature.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "s3/listing.h"

#include <QTest>

using namespace Qt::StringLiterals;
using S3::Listing;

class TestS3Listing : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void readsAPage_data();
    void readsAPage();
    void refusesWhatIsNoPage_data();
    void refusesWhatIsNoPage();
    void readsTheCodeOfARefusal_data();
    void readsTheCodeOfARefusal();
};

namespace {

const QByteArray head = R"(<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>b</Name>)";
const QByteArray tail = "</ListBucketResult>";

} // namespace

Q_DECLARE_METATYPE(S3::Listing)

void TestS3Listing::readsAPage_data()
{
    QTest::addColumn<QByteArray>("xml");
    QTest::addColumn<Listing>("expected");

    QTest::newRow("empty") << head + "<KeyCount>0</KeyCount><IsTruncated>false</IsTruncated>" + tail
                           << Listing{};
    QTest::newRow("keys") << head
            + "<Contents><Key>a/1</Key><ETag>&quot;x&quot;</ETag><Size>5</Size></Contents>"
              "<Contents><Owner><ID>o</ID></Owner><Key>a&amp;b</Key></Contents>"
            + tail << Listing{ { "a/1", "a&b" }, {}, {} };
    QTest::newRow("folders") << head
            + "<CommonPrefixes><Prefix>p/A/</Prefix></CommonPrefixes>"
              "<CommonPrefixes><Prefix>p/B/</Prefix></CommonPrefixes><Prefix>p/</Prefix>"
            + tail << Listing{ {}, { "p/A/", "p/B/" }, {} };
    QTest::newRow("more") << head
            + "<IsTruncated>true</IsTruncated><NextContinuationToken>1+/=</NextContinuationToken>"
            + tail << Listing{ {}, {}, "1+/=" };
    QTest::newRow("a token at the end is not used") << head
            + "<IsTruncated>false</IsTruncated><NextContinuationToken>x</NextContinuationToken>"
            + tail << Listing{};
}

void TestS3Listing::readsAPage()
{
    QFETCH(QByteArray, xml);
    QFETCH(Listing, expected);
    const auto listing = S3::readListing(xml);
    QVERIFY2(listing, qPrintable(listing ? QString() : listing.error().message));
    QCOMPARE(*listing, expected);
}

void TestS3Listing::refusesWhatIsNoPage_data()
{
    QTest::addColumn<QByteArray>("xml");

    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("a page of a proxy") << QByteArray("<html><body>Welcome</body></html>");
    QTest::newRow("cut") << head + "<Contents><Key>a</Key>";
    QTest::newRow("more, but no token") << head + "<IsTruncated>true</IsTruncated>" + tail;
    QTest::newRow("entities that grow")
        << QByteArray("<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]>"
                      "<ListBucketResult><Contents><Key>&b;</Key></Contents></ListBucketResult>");
}

void TestS3Listing::refusesWhatIsNoPage()
{
    QFETCH(QByteArray, xml);
    const auto listing = S3::readListing(xml);
    QVERIFY(!listing);
    QCOMPARE(listing.error().code, Error::Code::Protocol);
}

void TestS3Listing::readsTheCodeOfARefusal_data()
{
    QTest::addColumn<QByteArray>("xml");
    QTest::addColumn<QByteArray>("code");

    QTest::newRow("code") << QByteArray("<?xml version=\"1.0\"?><Error><Message>m</Message>"
                                        "<Code>NoSuchKey</Code></Error>")
                          << QByteArray("NoSuchKey");
    QTest::newRow("none") << QByteArray("<Error><Message>m</Message></Error>") << QByteArray();
    QTest::newRow("no XML") << QByteArray("gateway timeout") << QByteArray();
    QTest::newRow("no word") << QByteArray("<Error><Code>a b\n</Code></Error>") << QByteArray();
}

void TestS3Listing::readsTheCodeOfARefusal()
{
    QFETCH(QByteArray, xml);
    QFETCH(QByteArray, code);
    QCOMPARE(S3::refusalCode(xml), code);
}

QTEST_GUILESS_MAIN(TestS3Listing)
#include "tst_s3_listing.moc"

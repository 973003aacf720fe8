// SPDX-License-Identifier: GPL-3.0-or-later
#include "net/httpcall.h"

#include <QTest>

using namespace Qt::StringLiterals;

class TestHttpCall : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesUrlsOfWebServers_data();
    void takesUrlsOfWebServers();
    void refusesOtherUrls_data();
    void refusesOtherUrls();
    void knowsHeaders();
};

void TestHttpCall::takesUrlsOfWebServers_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("url");
    const auto row = [](const char *text, const char *url) {
        QTest::newRow(text) << QString::fromUtf8(text) << QString::fromLatin1(url);
    };
    row("https://example.org/hook?a=b", "https://example.org/hook?a=b");
    row("http://example.org:8080/", "http://example.org:8080/");
    row("HTTPS://Example.ORG", "https://example.org");
    row("https://example.org/#part", "https://example.org/");
    row("https://[2a00::1]:8443/x", "https://[2a00::1]:8443/x");
    row("https://bücher.example/", "https://xn--bcher-kva.example/");
    // Disguised addresses are written in the usual form, so that the check of the address recognises them.
    row("http://0x7f.1/", "http://127.0.0.1/");
    row("http://2130706433/", "http://127.0.0.1/");
    row("http://2852039166/", "http://169.254.169.254/");
    row("http://0177.0.0.1/", "http://127.0.0.1/");
    row("http://127.1/", "http://127.0.0.1/");
    row("http://１２７.０.０.１/", "http://127.0.0.1/");
}

void TestHttpCall::takesUrlsOfWebServers()
{
    QFETCH(QString, text);
    QFETCH(QString, url);
    const Result<QUrl> read = Net::callUrl(text);
    QVERIFY(read.ok());
    QCOMPARE(read->toString(QUrl::FullyEncoded), url);
}

void TestHttpCall::refusesOtherUrls_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text : { "",
                              "example.org",
                              "ftp://example.org/",
                              "file:///etc/passwd",
                              "javascript:alert(1)",
                              "http:///x",
                              "http://",
                              "https://user@example.org/",
                              "https://user:pw@example.org/",
                              "https://@example.org/",
                              "https://example.org:0/",
                              "https://example.org:22/",
                              "https://example.org:1023/",
                              "https://example.org:65536/",
                              "http://[fe80::1%25eth0]/",
                              "https://exa mple.org/",
                              "https://example.org/a b",
                              "https://example.org\\@evil.org/",
                              "https://example.org/\r\nX: y",
                              "http://[::1",
                              "https://example.org%00.evil.org/" })
        QTest::newRow(text) << QString::fromUtf8(text);
    QTest::newRow("too long") << u"https://example.org/"_s + QString(2048, u'a');
}

void TestHttpCall::refusesOtherUrls()
{
    QFETCH(QString, text);
    const Result<QUrl> read = Net::callUrl(text);
    QVERIFY2(!read.ok(), qPrintable(read.ok() ? read->toString() : QString()));
}

void TestHttpCall::knowsHeaders()
{
    QVERIFY(Net::isHeaderName("X-Api-Key"));
    QVERIFY(Net::isHeaderName(QByteArray(64, 'a')));
    for (const QByteArray &name : QList<QByteArray>{ "", "X:Y", "X Y", "X\r\nY", "Ä",
                                                     QByteArray("X\0Y", 3), QByteArray(65, 'a') })
        QVERIFY2(!Net::isHeaderName(name), name.constData());
    QVERIFY(Net::isHeaderValue(""));
    QVERIFY(Net::isHeaderValue("Bearer a b\tc~"));
    for (const QByteArray &value : QList<QByteArray>{
             "a\r\nX: y", "a\n", "a\r", "ä", "\x7f", QByteArray("a\0b", 3), QByteArray(1025, 'a') })
        QVERIFY2(!Net::isHeaderValue(value), value.constData());
}

QTEST_APPLESS_MAIN(TestHttpCall)
#include "tst_httpcall.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/unsubscribe.h"

#include <QTest>

using namespace Mime;

namespace {

const QByteArray signature = "DKIM-Signature: v=1; d=example.org; bh=x; b=y;\r\n"
                             " h=From:To:List-Unsubscribe:List-Un\r\n\tsubscribe-Post; s=k\r\n";
const QByteArray post = "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n";
const QByteArray list =
    "List-Unsubscribe: <https://news.example/u?t=1>, <mailto:u@news.example>\r\n";

} // namespace

class MimeUnsubscribeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsWhatTheMailOffers_data();
    void readsWhatTheMailOffers();
    void staysQuickInLongFields();
};

void MimeUnsubscribeTest::readsWhatTheMailOffers_data()
{
    QTest::addColumn<QByteArray>("headers");
    QTest::addColumn<QByteArray>("oneClick");
    QTest::addColumn<QByteArray>("page");
    QTest::addColumn<QByteArray>("email");
    const auto row = [](const char *name, const QByteArray &headers, const QByteArray &oneClick,
                        const QByteArray &page, const QByteArray &email) {
        QTest::newRow(name) << headers << oneClick << page << email;
    };
    const QByteArray none;
    const QByteArray web = "https://news.example/u?t=1";
    const QByteArray mail = "mailto:u@news.example";
    row("nothing", "Subject: x\r\n", none, none, none);
    row("one click", signature + list + post, web, web, mail);
    row("no signature", list + post, none, web, mail);
    row("signature without the second field",
        "DKIM-Signature: v=1; h=from:list-unsubscribe\r\n" + list + post, none, web, mail);
    row("second signature covers them", "DKIM-Signature: v=1; h=from\r\n" + signature + list + post,
        web, web, mail);
    row("names of fields in any case",
        QByteArray(signature + list + post)
            .toLower()
            .replace("list-unsubscribe=one", "LIST-unsubscribe=One"),
        web, web, mail);
    row("no Post field", signature + list, none, web, mail);
    row("another Post value", signature + list + "List-Unsubscribe-Post: yes\r\n", none, web, mail);
    row("without TLS no one click",
        signature + "List-Unsubscribe: <http://news.example/u>\r\n" + post, none,
        "http://news.example/u", none);
    row("https is taken though it comes second",
        signature + "List-Unsubscribe: <http://a.example/>, <https://b.example/>\r\n" + post,
        "https://b.example/", "http://a.example/", none);
    row("folded inside the address",
        signature + "List-Unsubscribe: <https://news.\r\n example/u\r\n\t?t=1>\r\n" + post, web,
        web, none);
    row("commas inside the address", "List-Unsubscribe: <https://a.example/?a,b>\r\n", none,
        "https://a.example/?a,b", none);
    row("no brackets", "List-Unsubscribe: https://a.example/u\r\n", none, "https://a.example/u",
        none);
    row("comment", "List-Unsubscribe: (Use this) <mailto:u@news.example?subject=leave>\r\n", none,
        none, "mailto:u@news.example?subject=leave");
    row("other schemes",
        "List-Unsubscribe: <javascript:alert(1)>, <file:///etc/passwd>, <ftp://a/>\r\n", none, none,
        none);
    row("not closed", "List-Unsubscribe: <https://a.example/\r\n", none, none, none);
    row("8-bit bytes", "List-Unsubscribe: <https://\xc3\xa4.example/>\r\n", none, none, none);
    row("too long", "List-Unsubscribe: <https://a.example/" + QByteArray(2048, 'a') + ">\r\n", none,
        none, none);
    row("only the first field counts", "List-Unsubscribe: <mailto:u@news.example>\r\n" + list, none,
        none, mail);
}

void MimeUnsubscribeTest::readsWhatTheMailOffers()
{
    QFETCH(QByteArray, headers);
    QFETCH(QByteArray, oneClick);
    QFETCH(QByteArray, page);
    QFETCH(QByteArray, email);
    const Unsubscribe expected{ oneClick, page, email };
    const Unsubscribe found = unsubscribeOf(Headers::parse(headers + "\r\n"));
    QCOMPARE(found.oneClick, expected.oneClick);
    QCOMPARE(found.page, expected.page);
    QCOMPARE(found.email, expected.email);
    QCOMPARE(found.isEmpty(), page.isEmpty() && email.isEmpty());
}

void MimeUnsubscribeTest::staysQuickInLongFields()
{
    QByteArray field = "List-Unsubscribe: ";
    for (int i = 0; i < 20'000; ++i)
        field += "<https:>";
    const Unsubscribe found = unsubscribeOf(Headers::parse(field + "\r\n\r\n"));
    QVERIFY(found.isEmpty());
}

QTEST_GUILESS_MAIN(MimeUnsubscribeTest)
#include "tst_mime_unsubscribe.moc"

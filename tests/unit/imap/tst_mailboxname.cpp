// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/mailboxname.h"

#include <QTest>

using namespace Imap;
using namespace Qt::StringLiterals;

class TestMailboxName : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void goesBothWays_data();
    void goesBothWays();
    void decodesWhatOthersSend_data();
    void decodesWhatOthersSend();
    void refusesWhatIsNoModifiedUtf7_data();
    void refusesWhatIsNoModifiedUtf7();
};

void TestMailboxName::goesBothWays_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QByteArray>("wire");
    QTest::newRow("plain") << u"INBOX/Sent Items"_s << QByteArray("INBOX/Sent Items");
    QTest::newRow("RFC 3501 5.1.3")
        << u"~peter/mail/台北/日本語"_s << QByteArray("~peter/mail/&U,BTFw-/&ZeVnLIqe-");
    QTest::newRow("ampersand") << u"R&D"_s << QByteArray("R&-D");
    QTest::newRow("ampersand before a letter") << u"&ä&"_s << QByteArray("&-&AOQ-&-");
    QTest::newRow("one letter") << u"Entwürfe"_s << QByteArray("Entw&APw-rfe");
    QTest::newRow("two letters") << u"äö"_s << QByteArray("&AOQA9g-");
    QTest::newRow("three letters") << u"äöü"_s << QByteArray("&AOQA9gD8-");
    QTest::newRow("beyond 16 bits") << u"\U0001F600"_s << QByteArray("&2D3eAA-");
    QTest::newRow("tab") << u"a\tb"_s << QByteArray("a&AAk-b");
    QTest::newRow("empty") << u""_s << QByteArray("");
}

void TestMailboxName::goesBothWays()
{
    QFETCH(QString, path);
    QFETCH(QByteArray, wire);
    QCOMPARE(encodeMailboxName(path), wire);
    QCOMPARE(decodeMailboxName(wire), std::optional<QString>(path));
}

void TestMailboxName::decodesWhatOthersSend_data()
{
    QTest::addColumn<QByteArray>("wire");
    QTest::addColumn<QString>("path");
    QTest::newRow("UTF-8") << QByteArray("Gel\xc3\xb6scht") << u"Gelöscht"_s;
    QTest::newRow("shifted twice in a row") << QByteArray("&AOQ-&APY-") << u"äö"_s;
}

void TestMailboxName::decodesWhatOthersSend()
{
    QFETCH(QByteArray, wire);
    QFETCH(QString, path);
    QCOMPARE(decodeMailboxName(wire), std::optional<QString>(path));
}

void TestMailboxName::refusesWhatIsNoModifiedUtf7_data()
{
    QTest::addColumn<QByteArray>("wire");
    QTest::newRow("no end") << QByteArray("&AOQ");
    QTest::newRow("bare ampersand") << QByteArray("R&D");
    QTest::newRow("slash of real base64") << QByteArray("&AO/-");
    QTest::newRow("padding") << QByteArray("&AOQ=-");
    QTest::newRow("half a letter") << QByteArray("&AO-");
    QTest::newRow("bits left over") << QByteArray("&AOR-");
    QTest::newRow("half a surrogate pair") << QByteArray("&2D0-");
    QTest::newRow("invalid UTF-8") << QByteArray("a\xff");
}

void TestMailboxName::refusesWhatIsNoModifiedUtf7()
{
    QFETCH(QByteArray, wire);
    QCOMPARE(decodeMailboxName(wire), std::nullopt);
}

QTEST_APPLESS_MAIN(TestMailboxName)
#include "tst_mailboxname.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "policy/mailto.h"

#include <QTest>

using namespace Policy;
using namespace Qt::StringLiterals;

class TestMailto : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsWhatALinkAsksFor_data();
    void readsWhatALinkAsksFor();
    void boundsWhatAPageWrites();
};

void TestMailto::readsWhatALinkAsksFor_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<Mailto>("mail");
    QTest::newRow("an address") << u"mailto:anna@example.org"_s
                                << Mailto{ .to = { u"anna@example.org"_s } };
    QTest::newRow("two") << u"mailto:a@example.org,b@example.org"_s
                         << Mailto{ .to = { u"a@example.org"_s, u"b@example.org"_s } };
    QTest::newRow("a comma inside") << u"mailto:%22Berg%2C%20Anna%22%40example.org"_s
                                    << Mailto{ .to = { u"\"Berg, Anna\"@example.org"_s } };
    QTest::newRow("all fields") << u"MAILTO:a@example.org?To=b@example.org&cc=c@example.org,d@"
                                   u"example.org&BCC=e@example.org&"
                                   "subject=Hello%20%26%20more&body=Line%201%0D%0ALine%202"_s
                                << Mailto{ .to = { u"a@example.org"_s, u"b@example.org"_s },
                                           .cc = { u"c@example.org"_s, u"d@example.org"_s },
                                           .bcc = { u"e@example.org"_s },
                                           .subject = u"Hello & more"_s,
                                           .body = u"Line 1\nLine 2"_s };
    QTest::newRow("a plus is a plus")
        << u"mailto:a+b@example.org?subject=1+1"_s
        << Mailto{ .to = { u"a+b@example.org"_s }, .subject = u"1+1"_s };
    QTest::newRow("other alphabets")
        << u"mailto:?subject=%E6%82%A8%E5%A5%BD"_s << Mailto{ .subject = u"您好"_s };
    QTest::newRow("no files, no other fields")
        << u"mailto:a@example.org?attach=/etc/passwd&attachment=x&from=b@example.org&reply-to=c@example.org"_s
        << Mailto{ .to = { u"a@example.org"_s } };
    QTest::newRow("no second field in a subject")
        << u"mailto:?subject=a%0D%0ABcc:%20x@example.org"_s
        << Mailto{ .subject = u"a Bcc: x@example.org"_s };
    QTest::newRow("controls in the body")
        << u"mailto:?body=a%00%07b%09c"_s << Mailto{ .body = u"ab\tc"_s };
    QTest::newRow("another scheme") << u"https://example.org/?to=a@example.org"_s << Mailto{};
}

void TestMailto::readsWhatALinkAsksFor()
{
    QFETCH(QString, url);
    QTEST(mailtoOf(QUrl(url)), "mail");
}

void TestMailto::boundsWhatAPageWrites()
{
    QStringList many(5'000, u"a@example.org"_s);
    QCOMPARE(mailtoOf(QUrl(u"mailto:"_s + many.join(u','))).to.size(), 100);
    const Mailto large = mailtoOf(QUrl(u"mailto:?body="_s + QString(1'000'000, u'x')));
    QCOMPARE(large.body.size(), 100'000);
}

QTEST_MAIN(TestMailto)
#include "tst_tray_mailto.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/mail/bodies.h"
#include "store/mail/maildelete.h"
#include "store/mail/mailinsert.h"
#include "store/search/fill/searchbatch.h"
#include "storefixture.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

class TestMailDelete : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsDeletedAndUnknown();
    void takesEverythingAlong();
    void deletesNothingForAnotherUser();
    void neverUsesAnIdAgain();
};

void TestMailDelete::tellsDeletedAndUnknown()
{
    StoreFixture fixture;
    fixture.insert(fixture.inbox(), { mailWith(5), mailWith(6) });
    const Deletion deletion = must(deleteMails(fixture.session(), { 1, 99, 1, 0 }));
    QCOMPARE(deletion, (Deletion{ { { 1, 1, 1, 5, 7 } }, { 99, 0 } }));
    QCOMPARE(must(deleteMails(fixture.session(), { 1 })), (Deletion{ {}, { 1 } }));
    QCOMPARE(fixture.wrongCounters(), 0);
}

void TestMailDelete::takesEverythingAlong()
{
    StoreFixture fixture;
    NewMail mail = mailWith(1);
    mail.attachments.append({ 0, 0, "2", u"a.pdf"_s, "application/pdf", 10, "", false });
    fixture.insert(fixture.inbox(), { mail });
    must(storeBodies(fixture.session(),
                     { { 1, compressBody("text"), 4, u"text"_s, false, true, mail.attachments } }));
    const auto reader = [](const QByteArray &) {
        return SearchFields{ u"a"_s, u"b"_s, u"c"_s };
    };
    QCOMPARE(must(indexPendingMails(fixture.session(), 10, {}, reader)), 1);
    must(deleteMails(fixture.session(), { 1 }));
    QCOMPARE(fixture.number(u"SELECT (SELECT count(*) FROM bodies) + (SELECT count(*) FROM"
                            " attachments)"_s),
             0);
    QCOMPARE(fixture.number(u"SELECT (SELECT sum(documents) FROM search_segments)"
                            " - (SELECT count(*) FROM search_gone)"_s),
             0);
}

void TestMailDelete::deletesNothingForAnotherUser()
{
    StoreFixture fixture;
    const qint64 bert = fixture.addUser(u"bert"_s);
    fixture.insert(fixture.inbox(), { mailWith(1) });
    QCOMPARE(must(deleteMails(fixture.session(), { 1 }, { bert, true })), (Deletion{ {}, { 1 } }));
}

void TestMailDelete::neverUsesAnIdAgain()
{
    StoreFixture fixture;
    fixture.insert(fixture.inbox(), { mailWith(1), mailWith(2) });
    must(deleteMails(fixture.session(), { 2 }));
    fixture.reopen();
    QCOMPARE(fixture.insert(fixture.inbox(), { mailWith(3) }), QList<qint64>{ 3 });
}

QTEST_GUILESS_MAIN(TestMailDelete)
#include "tst_maildelete.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// checkSchema() and checkWriting(), on both engines.
#include "store/db/schemacheck.h"
#include "storefixture.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

class TestSchemaCheck : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ownSchemaIsRight();
    void newerSchemaIsAConflict();
    void writingCanBeginAgainAndAgain();
    void writingLeavesNothing();
};

void TestSchemaCheck::ownSchemaIsRight()
{
    StoreFixture fixture;
    QVERIFY(checkSchema(fixture.session()).ok());
}

void TestSchemaCheck::newerSchemaIsAConflict()
{
    StoreFixture fixture;
    must(fixture.session()
             .query("schema_note")
             .bind(u":version"_s, 9999)
             .bind(u":name"_s, u"future"_s)
             .bind(u":now"_s, qint64(1))
             .run());
    const Result<void> checked = checkSchema(fixture.session());
    QVERIFY(!checked.ok());
    QCOMPARE(checked.error().code, Error::Code::Conflict);
    QVERIFY(checked.error().message.contains(u"9999"));
}

void TestSchemaCheck::writingCanBeginAgainAndAgain()
{
    StoreFixture fixture;
    for (int i = 0; i < 3; ++i)
        QVERIFY(checkWriting(fixture.session()).ok());
    QVERIFY(!fixture.session().inTransaction());
}

void TestSchemaCheck::writingLeavesNothing()
{
    StoreFixture fixture;
    const QString newestEvent = u"SELECT COALESCE(MAX(id), 0) FROM events"_s;
    const qint64 before = fixture.number(newestEvent);
    must(checkWriting(fixture.session()));
    QCOMPARE(fixture.number(newestEvent), before);
}

QTEST_GUILESS_MAIN(TestSchemaCheck)
#include "tst_schemacheck.moc"

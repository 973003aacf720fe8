// SPDX-License-Identifier: GPL-3.0-or-later
// Sign-ins that one service begins and another ends. PostgreSQL only: on SQLite they are kept in memory.
#include "crypto/keyring.h"
#include "store/secrets/signins.h"
#include "storefixture.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;
using namespace std::chrono_literals;

class TestSignIns : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isFoundByItsUserOnly();
    void isTakenOnce();
    void heldOneIsNotFound();
    void replacedOneIsYoung();
    void endsAndIsRemoved();
    void oldestOfAUserGoFirst();
    void valueIsSealed();
};

namespace {

const Crypto::KeyRing keys({ QByteArray(32, 'a') });
const SignInPlace here{ .userId = 1, .kind = "begun", .handle = "handle" };

void put(StoreFixture &fixture, const SignInPlace &place, const QByteArray &value = "secret")
{
    must(putSignIn(fixture.session(), keys, place, value, 10min, 3));
}

bool isThere(StoreFixture &fixture, const SignInPlace &place)
{
    const Result<SignInValue> found = findSignIn(fixture.session(), keys, place);
    if (!found && found.error().code != Error::Code::NotFound)
        qFatal("%s", qPrintable(found.error().message));
    return found.ok();
}

} // namespace

#define SKIP_ON_SQLITE(fixture)                                                                    \
    if ((fixture).engine() == Engine::Sqlite)                                                      \
    return

void TestSignIns::isFoundByItsUserOnly()
{
    StoreFixture fixture;
    SKIP_ON_SQLITE(fixture);
    const qint64 other = fixture.addUser(u"other"_s);
    put(fixture, here);
    QCOMPARE(must(findSignIn(fixture.session(), keys, here)).value, "secret"_ba);
    QVERIFY(!isThere(fixture, { other, here.kind, here.handle }));
    QVERIFY(!isThere(fixture, { here.userId, "device", here.handle }));
    QVERIFY(!isThere(fixture, { here.userId, here.kind, "handlf" }));
}

void TestSignIns::isTakenOnce()
{
    StoreFixture fixture;
    SKIP_ON_SQLITE(fixture);
    put(fixture, here);
    QCOMPARE(must(takeSignIn(fixture.session(), keys, here)).value, "secret"_ba);
    QVERIFY(!takeSignIn(fixture.session(), keys, here));
    QCOMPARE(fixture.number(u"SELECT count(*) FROM sign_ins"_s), 0);
}

void TestSignIns::heldOneIsNotFound()
{
    StoreFixture fixture;
    SKIP_ON_SQLITE(fixture);
    put(fixture, here);
    must(holdSignIn(fixture.session(), keys, here));
    QVERIFY(!isThere(fixture, here));
    QVERIFY(!holdSignIn(fixture.session(), keys, here));
    QVERIFY(!takeSignIn(fixture.session(), keys, here));
    must(releaseSignIn(fixture.session(), here));
    QVERIFY(isThere(fixture, here));
    must(holdSignIn(fixture.session(), keys, here));
    must(removeSignIn(fixture.session(), here));
    QCOMPARE(fixture.number(u"SELECT count(*) FROM sign_ins"_s), 0);
}

void TestSignIns::replacedOneIsYoung()
{
    StoreFixture fixture;
    SKIP_ON_SQLITE(fixture);
    put(fixture, here);
    must(
        fixture.session().execute(u"UPDATE sign_ins SET put_at = put_at - interval '5 minutes'"_s));
    QVERIFY(must(findSignIn(fixture.session(), keys, here)).age >= 5min);
    must(replaceSignIn(fixture.session(), keys, here, "other"));
    const SignInValue found = must(findSignIn(fixture.session(), keys, here));
    QCOMPARE(found.value, "other"_ba);
    QVERIFY(found.age >= 0ms && found.age < 1min);
}

void TestSignIns::endsAndIsRemoved()
{
    StoreFixture fixture;
    SKIP_ON_SQLITE(fixture);
    put(fixture, here);
    must(fixture.session().execute(u"UPDATE sign_ins SET ends_at = now()"_s));
    QVERIFY(!isThere(fixture, here));
    QVERIFY(!takeSignIn(fixture.session(), keys, here));
    put(fixture, { here.userId, "device", "another" });
    QCOMPARE(fixture.number(u"SELECT count(*) FROM sign_ins"_s), 1);
}

void TestSignIns::oldestOfAUserGoFirst()
{
    StoreFixture fixture;
    SKIP_ON_SQLITE(fixture);
    put(fixture, { here.userId, "device", "elsewhere" });
    for (const QByteArray &handle : { "a"_ba, "b"_ba, "c"_ba, "d"_ba })
        put(fixture, { here.userId, here.kind, handle });
    QVERIFY(!isThere(fixture, { here.userId, here.kind, "a" }));
    for (const QByteArray &handle : { "b"_ba, "c"_ba, "d"_ba })
        QVERIFY(isThere(fixture, { here.userId, here.kind, handle }));
    QVERIFY(isThere(fixture, { here.userId, "device", "elsewhere" }));
}

void TestSignIns::valueIsSealed()
{
    StoreFixture fixture;
    SKIP_ON_SQLITE(fixture);
    put(fixture, here);
    QCOMPARE(fixture.number(u"SELECT count(*) FROM sign_ins "
                            "WHERE position('secret'::bytea in sealed) > 0 "
                            "OR position('handle'::bytea in hash) > 0"_s),
             0);
    must(fixture.session().execute(
        u"UPDATE sign_ins SET hash = sha256('moved'::bytea)"_s)); // a row that was copied
    const Result<SignInValue> moved =
        findSignIn(fixture.session(), keys, { here.userId, here.kind, "moved" });
    QVERIFY(!moved);
    QCOMPARE(moved.error().code, Error::Code::SecretUnreadable);
}

QTEST_GUILESS_MAIN(TestSignIns)
#include "tst_signins.moc"

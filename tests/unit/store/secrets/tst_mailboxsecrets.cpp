// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/secrets/keychainitems.h"
#include "store/secrets/mailboxsecrets.h"
#include "store/secrets/secrets.h"
#include "support/awaited.h"
#include "support/testdatabase.h"

#include <QHash>
#include <QTest>

using namespace Qt::StringLiterals;

using Store::SecretPlace;
using State = SecretStore::State;

/** A keychain whose state the test sets. */
class MoodyKeychain : public SecretStore
{
public:
    QCoro::Task<Result<QByteArray>> get(QString ref) override
    {
        if (mood != State::Ready)
            co_return locked();
        if (!held.contains(ref))
            co_return Error{ Error::Code::NotFound, u"none"_s };
        co_return isGarbling ? QByteArray("?") : held.value(ref);
    }
    QCoro::Task<Result<void>> put(QString ref, QByteArray secret) override
    {
        if (mood != State::Ready)
            co_return locked();
        held.insert(ref, secret);
        if (isSilentAfterPut)
            co_return locked();
        co_return {};
    }
    QCoro::Task<Result<void>> remove(QString ref) override
    {
        if (mood != State::Ready)
            co_return locked();
        held.remove(ref);
        co_return {};
    }
    QCoro::Task<State> state() override { co_return mood; }

    static Error locked() { return { Error::Code::SecretLocked, u"locked"_s }; }

    State mood = State::Ready;
    bool isSilentAfterPut = false; ///< put() stores the secret, but fails
    bool isGarbling = false;       ///< get() returns another secret
    QHash<QString, QByteArray> held;
};

class MailboxSecretsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void newOnesGoWhereTheyShould_data();
    void newOnesGoWhereTheyShould();
    void lockedKeychainIsNotReplaced();
    void oldOnesAreReadWhereTheyAre();
    void withoutAKeychainWhatIsThereIsOutOfReach();
    void unansweredEntryIsRemovedLater();
    void removalWaitsForTheKeychain();
    void crashLeavesNoOrphanedEntry();
    void movesBothWays();
    void moveThatComesBackChangedKeepsTheOld();
    void interruptedMoveGoesOn();
};

namespace {

const Crypto::KeyRing keys({ QByteArray(32, 'k') });

struct Desk {
    explicit Desk(SecretPlace place = SecretPlace::KeychainIfThere)
        : secrets(*database, sealed, &keychain, place)
    {
    }

    bool isSealed(const QByteArray &ref)
    {
        return database.with([&](Store::Session &session) { return Store::secret(session, ref); })
            .ok();
    }
    qsizetype leaving() { return database.with(Store::keychainItemsToRemove)->size(); }
    Result<QByteArray> get() { return awaited(secrets.get(u"ref"_s)); }
    Result<void> put() { return awaited(secrets.put(u"ref"_s, "password")); }

    TestDatabase database;
    MoodyKeychain keychain;
    Store::SealedSecrets sealed{ *database, keys };
    Store::MailboxSecrets secrets;
};

} // namespace

void MailboxSecretsTest::newOnesGoWhereTheyShould_data()
{
    QTest::addColumn<int>("place");
    QTest::addColumn<int>("mood");
    QTest::addColumn<bool>("inKeychain");
    const auto row = [](const char *name, SecretPlace place, State mood, bool inKeychain) {
        QTest::newRow(name) << int(place) << int(mood) << inKeychain;
    };
    row("keychain", SecretPlace::Keychain, State::Ready, true);
    row("best place", SecretPlace::KeychainIfThere, State::Ready, true);
    row("best place without one", SecretPlace::KeychainIfThere, State::Unavailable, false);
    row("sealed", SecretPlace::Sealed, State::Ready, false);
}

void MailboxSecretsTest::newOnesGoWhereTheyShould()
{
    QFETCH(int, place);
    QFETCH(int, mood);
    QFETCH(bool, inKeychain);
    Desk desk{ SecretPlace(place) };
    desk.keychain.mood = State(mood);
    QVERIFY(desk.put().ok());
    QCOMPARE(desk.keychain.held.contains(u"ref"_s), inKeychain);
    QCOMPARE(desk.isSealed("ref"), !inKeychain);
    QCOMPARE(desk.get(), Result<QByteArray>("password"));
}

void MailboxSecretsTest::lockedKeychainIsNotReplaced()
{
    Desk desk;
    desk.keychain.mood = State::Locked;
    QCOMPARE(desk.put().error().code, Error::Code::SecretLocked);
    QVERIFY(!desk.isSealed("ref"));
}

void MailboxSecretsTest::oldOnesAreReadWhereTheyAre()
{
    Desk desk;
    QVERIFY(desk.put().ok());
    Store::MailboxSecrets sealing(*desk.database, desk.sealed, &desk.keychain, SecretPlace::Sealed);
    QCOMPARE(awaited(sealing.get(u"ref"_s)), Result<QByteArray>("password"));
    QVERIFY(awaited(sealing.put(u"other"_s, "sealed")).ok());
    QCOMPARE(awaited(desk.secrets.get(u"other"_s)), Result<QByteArray>("sealed"));
}

void MailboxSecretsTest::withoutAKeychainWhatIsThereIsOutOfReach()
{
    Desk desk;
    QVERIFY(desk.put().ok());
    Store::MailboxSecrets server(*desk.database, desk.sealed, nullptr, SecretPlace::Keychain);
    QCOMPARE(awaited(server.get(u"ref"_s)).error().code, Error::Code::SecretLocked);
    QCOMPARE(awaited(server.get(u"none"_s)).error().code, Error::Code::NotFound);
}

void MailboxSecretsTest::unansweredEntryIsRemovedLater()
{
    Desk desk;
    desk.keychain.isSilentAfterPut = true;
    QCOMPARE(desk.put().error().code, Error::Code::SecretLocked);
    QCOMPARE(desk.get().error().code, Error::Code::NotFound);
    QCOMPARE(desk.leaving(), 1);
    QVERIFY(awaited(desk.secrets.removeLeaving()).ok());
    QVERIFY(desk.keychain.held.isEmpty());
    QCOMPARE(desk.leaving(), 0);
}

void MailboxSecretsTest::removalWaitsForTheKeychain()
{
    Desk desk;
    QVERIFY(desk.put().ok());
    desk.keychain.mood = State::Locked;
    QVERIFY(awaited(desk.secrets.remove(u"ref"_s)).ok());
    QCOMPARE(desk.leaving(), 1);
    QCOMPARE(desk.get().error().code, Error::Code::NotFound);
    desk.keychain.mood = State::Ready;
    QVERIFY(awaited(desk.secrets.removeLeaving()).ok());
    QVERIFY(desk.keychain.held.isEmpty());
    QCOMPARE(desk.leaving(), 0);
}

void MailboxSecretsTest::crashLeavesNoOrphanedEntry()
{
    Desk desk;
    QVERIFY(desk.put().ok()); // and no account refers to it
    const Result<void> begun = desk.database.with([](Store::Session &session) {
        return Store::noteKeychainItem(session, "half", Store::KeychainItem::Writing);
    });
    QVERIFY(begun.ok());
    desk.keychain.held.insert(u"half"_s, "written");
    QVERIFY(desk.database.with(Store::letKeychainOrphansLeave).ok());
    QVERIFY(awaited(desk.secrets.removeLeaving()).ok());
    QVERIFY(desk.keychain.held.isEmpty());
    QCOMPARE(desk.leaving(), 0);
}

void MailboxSecretsTest::movesBothWays()
{
    Desk desk{ SecretPlace::Sealed };
    QVERIFY(desk.put().ok());
    QCOMPARE(awaited(desk.secrets.move(u"ref"_s, true)), Result<bool>(true));
    QVERIFY(!desk.isSealed("ref"));
    QCOMPARE(desk.keychain.held.value(u"ref"_s), "password");
    QCOMPARE(awaited(desk.secrets.move(u"ref"_s, true)), Result<bool>(false));
    QCOMPARE(desk.get(), Result<QByteArray>("password"));
    QCOMPARE(awaited(desk.secrets.move(u"ref"_s, false)), Result<bool>(true));
    QVERIFY(desk.isSealed("ref"));
    QVERIFY(desk.keychain.held.isEmpty());
    QCOMPARE(desk.get(), Result<QByteArray>("password"));
}

void MailboxSecretsTest::moveThatComesBackChangedKeepsTheOld()
{
    Desk desk{ SecretPlace::Sealed };
    QVERIFY(desk.put().ok());
    desk.keychain.isGarbling = true;
    QCOMPARE(awaited(desk.secrets.move(u"ref"_s, true)).error().code,
             Error::Code::SecretUnreadable);
    QCOMPARE(desk.get(), Result<QByteArray>("password"));
}

void MailboxSecretsTest::interruptedMoveGoesOn()
{
    Desk desk{ SecretPlace::Sealed };
    QVERIFY(desk.put().ok());
    desk.keychain.isSilentAfterPut = true;
    QVERIFY(!awaited(desk.secrets.move(u"ref"_s, true)).ok());
    QCOMPARE(desk.get(), Result<QByteArray>("password")); // as before the move
    desk.keychain.isSilentAfterPut = false;
    QCOMPARE(awaited(desk.secrets.move(u"ref"_s, true)), Result<bool>(true));
    QCOMPARE(desk.get(), Result<QByteArray>("password"));
    QVERIFY(!desk.isSealed("ref"));
}

QTEST_GUILESS_MAIN(MailboxSecretsTest)
#include "tst_mailboxsecrets.moc"

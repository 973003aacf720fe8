// SPDX-License-Identifier: GPL-3.0-or-later
#include "accountfixture.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Async::Admission;
using Mailbox::Admissions;
using Sync::AccountConnection;

namespace {

/// An account of another user at another server.
Store::Account stranger()
{
    Store::Account account;
    account.ownerId = 99;
    account.host = u"other.example"_s;
    account.username = u"berta"_s;
    return account;
}

std::function<bool()> never()
{
    return [] {
        return false;
    };
}

Sync::Settings impatient()
{
    Sync::Settings settings;
    settings.patience = 10ms;
    return settings;
}

/** An account at a server whose lines the test sends; one login at a time is admitted. */
struct SlowServer {
    SlowServer()
    {
        fixture.change([this](Store::Account &account) { account.port = server.serverPort(); });
        must(awaited(fixture.row.load()));
        if (!awaited(connection.awaitPlaces(false)))
            qFatal("no place");
    }
    /// Another account waits for the place of the login.
    void beWanted() { other.emplace(admissions.logins, admissions.groupsOfLogin(stranger())); }

    AccountFixture fixture{ {}, impatient() };
    ManualServer server;
    Admissions admissions{ 1, 15 };
    AccountConnection connection{ fixture.context, admissions, fixture.row, never() };
    std::optional<Admission::Slot> other;
};

} // namespace

/** The places, the secret, the login and the end of an account's connection. */
class TestAccountConnection : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void logsInAndOut();
    void mechanismIsStored();
    void placeAtTheMailboxIsHeldUntilTheEnd();
    void placeOfTheLoginIsHeldUntilTheStartEnds();
    void firstSynchronisationsHavePlacesOfTheirOwn();
    void silentServerGivesThePlaceToOthers();
    void slowLoginGivesThePlaceToOthers();
    void cancelEndsTheWaitForThePlaceAtTheMailbox();
    void cancelEndsTheWaitForThePlaceOfTheLogin();
    void replacedSecretIsUsed();
    void secretThatIsGoneHasToBeEnteredAgain();
    void secretOfADeletedAccountIsNotMissing();
    void secretOfADisabledAccountIsNotReadAgain();
    void stopDuringTheReadingConnectsNowhere();
    void abortEndsTheLogin();
};

void TestAccountConnection::logsInAndOut()
{
    AccountFixture fixture(Dialogue::login() + Dialogue::logout());
    QVERIFY(!fixture.connection.session());
    fixture.connect();
    QVERIFY(fixture.connection.isOpen());
    awaited(ended(fixture.connection.close()));
    QVERIFY(!fixture.connection.session());
    QCOMPARE(fixture.problem(), QString());
}

void TestAccountConnection::mechanismIsStored()
{
    AccountFixture fixture(Dialogue::login());
    fixture.connect();
    QCOMPARE(fixture.stored().provenMechanism, QByteArray("LOGIN"));
    QCOMPARE(fixture.row.account().provenMechanism, QByteArray("LOGIN"));
}

void TestAccountConnection::placeAtTheMailboxIsHeldUntilTheEnd()
{
    AccountFixture fixture(Dialogue::login() + Dialogue::logout());
    Admissions admissions(50, 1);
    AccountConnection connection(fixture.context, admissions, fixture.row, never());
    must(awaited(fixture.row.load()));
    QVERIFY(awaited(connection.awaitPlaces(false)));
    must(awaited(connection.open()));
    connection.endStart();
    QVERIFY(!connection.isWanted());
    const Admission::Slot other(admissions.mailboxes,
                                admissions.groupsOfMailbox(fixture.row.account()));
    QVERIFY(!other.isInside());
    QVERIFY(connection.isWanted());
    awaited(ended(connection.close()));
    QVERIFY(other.isInside());
    QVERIFY(!connection.isWanted());
}

void TestAccountConnection::placeOfTheLoginIsHeldUntilTheStartEnds()
{
    AccountFixture fixture(Dialogue::login());
    Admissions admissions(1, 15);
    AccountConnection connection(fixture.context, admissions, fixture.row, never());
    must(awaited(fixture.row.load()));
    QVERIFY(awaited(connection.awaitPlaces(false)));
    const Admission::Slot other(admissions.logins, admissions.groupsOfLogin(stranger()));
    must(awaited(connection.open()));
    QVERIFY(!other.isInside());
    connection.endStart();
    QVERIFY(other.isInside());
}

void TestAccountConnection::firstSynchronisationsHavePlacesOfTheirOwn()
{
    AccountFixture fixture;
    Admissions admissions(1, 15);
    const Admission::Slot login(admissions.logins, admissions.groupsOfLogin(stranger()));
    AccountConnection connection(fixture.context, admissions, fixture.row, never());
    must(awaited(fixture.row.load()));
    QVERIFY(login.isInside());
    QVERIFY(awaited(connection.awaitPlaces(true)));
}

void TestAccountConnection::silentServerGivesThePlaceToOthers()
{
    SlowServer slow;
    slow.beWanted();
    const Running<Result<void>> open(slow.connection.open());
    QVERIFY(!slow.other->isInside());
    QTRY_VERIFY(slow.server.isConnected());
    QTRY_VERIFY(slow.other->isInside()); // no greeting for 10 ms
    slow.server.send("* OK [CAPABILITY IMAP4rev1] hi");
    QTRY_VERIFY(slow.connection.session()->capabilities().has("IMAP4REV1"));
    QCOMPARE(slow.server.received(), QByteArray()); // the login waits for the place
    slow.other.reset();
    QTRY_VERIFY(slow.server.received().contains("LOGIN"));
    slow.server.answer("OK [CAPABILITY IMAP4rev1] in");
    QTRY_VERIFY(open.hasEnded());
    QVERIFY(open.value().ok());
}

void TestAccountConnection::slowLoginGivesThePlaceToOthers()
{
    SlowServer slow;
    const Running<Result<void>> open(slow.connection.open());
    QTRY_VERIFY(slow.server.isConnected());
    slow.server.send("* OK [CAPABILITY IMAP4rev1] hi");
    QTRY_VERIFY(slow.server.received().contains("LOGIN"));
    slow.beWanted();
    QTRY_VERIFY(slow.other->isInside()); // no answer to the login for 10 ms
    slow.server.answer("OK [CAPABILITY IMAP4rev1] in");
    QTRY_VERIFY(open.hasEnded());
    QVERIFY(open.value().ok());
    const Running<bool> start(ended(slow.connection.awaitStart()));
    QVERIFY(!start.hasEnded());
    slow.other.reset();
    QTRY_VERIFY(start.hasEnded());
}

void TestAccountConnection::cancelEndsTheWaitForThePlaceAtTheMailbox()
{
    AccountFixture fixture;
    Admissions admissions(50, 1);
    must(awaited(fixture.row.load()));
    const Admission::Slot other(admissions.mailboxes,
                                admissions.groupsOfMailbox(fixture.row.account()));
    AccountConnection connection(fixture.context, admissions, fixture.row, never());
    const Running<bool> wait(connection.awaitPlaces(false));
    QVERIFY(!wait.hasEnded());
    connection.cancelPlaces();
    QTRY_VERIFY(wait.hasEnded());
    QCOMPARE(wait.value(), false);
}

void TestAccountConnection::cancelEndsTheWaitForThePlaceOfTheLogin()
{
    AccountFixture fixture;
    Admissions admissions(1, 15);
    must(awaited(fixture.row.load()));
    const Admission::Slot other(admissions.logins, admissions.groupsOfLogin(stranger()));
    AccountConnection connection(fixture.context, admissions, fixture.row, never());
    const Running<bool> wait(connection.awaitPlaces(false));
    QCoreApplication::processEvents(); // it is admitted at the mailbox
    QVERIFY(!wait.hasEnded());
    connection.cancelPlaces();
    QTRY_VERIFY(wait.hasEnded());
    QCOMPARE(wait.value(), false);
}

// A user changes the password while the service connects.
void TestAccountConnection::replacedSecretIsUsed()
{
    AccountFixture fixture(Dialogue::login({}, u"newer"_s));
    must(awaited(fixture.row.load()));
    QVERIFY(awaited(fixture.connection.awaitPlaces(false)));
    fixture.secrets.hold();
    const Running<Result<void>> open(fixture.connection.open());
    fixture.secrets.set(u"second"_s, "newer");
    fixture.change([](Store::Account &account) { account.secretRef = "second"; });
    fixture.secrets.drop(u"password"_s);
    fixture.secrets.release();
    QTRY_VERIFY(open.hasEnded());
    QVERIFY(open.value().ok());
    QCOMPARE(fixture.secrets.asked(), QStringList({ u"password"_s, u"second"_s }));
    QCOMPARE(fixture.row.account().secretRef, QByteArray("second"));
    QCOMPARE(fixture.problem(), QString());
}

void TestAccountConnection::secretThatIsGoneHasToBeEnteredAgain()
{
    AccountFixture fixture(Dialogue::login());
    must(awaited(fixture.row.load()));
    QVERIFY(awaited(fixture.connection.awaitPlaces(false)));
    fixture.secrets.drop(u"password"_s);
    QCOMPARE(awaited(fixture.connection.open()).error().code, Error::Code::SecretMissing);
    QCOMPARE(fixture.secrets.asked().size(), 1);
    QVERIFY(!fixture.connection.session());
    QVERIFY(!fixture.row.isGone());
}

void TestAccountConnection::secretOfADeletedAccountIsNotMissing()
{
    AccountFixture fixture;
    must(awaited(fixture.row.load()));
    QVERIFY(awaited(fixture.connection.awaitPlaces(false)));
    fixture.write(
        [&](Store::Session &session) { return Store::markAccountDeleted(session, fixture.id); });
    fixture.secrets.drop(u"password"_s);
    QCOMPARE(awaited(fixture.connection.open()).error().code, Error::Code::NotFound);
    QVERIFY(fixture.row.isGone());
}

void TestAccountConnection::secretOfADisabledAccountIsNotReadAgain()
{
    AccountFixture fixture;
    must(awaited(fixture.row.load()));
    QVERIFY(awaited(fixture.connection.awaitPlaces(false)));
    fixture.execute(u"UPDATE accounts SET status = 'disabled', secret_ref = 'second'"_s);
    fixture.secrets.drop(u"password"_s);
    QVERIFY(!awaited(fixture.connection.open()).ok());
    QVERIFY(fixture.row.isGone());
    QCOMPARE(fixture.secrets.asked(), QStringList{ u"password"_s });
}

void TestAccountConnection::stopDuringTheReadingConnectsNowhere()
{
    AccountFixture fixture(Dialogue::login());
    must(awaited(fixture.row.load()));
    QVERIFY(awaited(fixture.connection.awaitPlaces(false)));
    fixture.secrets.hold();
    const Running<Result<void>> open(fixture.connection.open());
    fixture.isStopping = true;
    fixture.secrets.release();
    QTRY_VERIFY(open.hasEnded());
    QCOMPARE(open.value().error().code, Error::Code::Cancelled);
    QVERIFY(!fixture.connection.isOpen());
    QCOMPARE(fixture.server.received(), QList<QByteArray>());
}

void TestAccountConnection::abortEndsTheLogin()
{
    AccountFixture fixture(Dialogue::login().first(2)); // without the answer
    must(awaited(fixture.row.load()));
    QVERIFY(awaited(fixture.connection.awaitPlaces(false)));
    const Running<Result<void>> open(fixture.connection.open());
    QTRY_COMPARE(fixture.server.received().size(), 1);
    fixture.connection.abort({ Error::Code::Cancelled, u"over"_s });
    QTRY_VERIFY(open.hasEnded());
    QCOMPARE(open.value().error().code, Error::Code::Cancelled);
    awaited(ended(fixture.connection.close()));
    QCOMPARE(fixture.server.received().size(), 1); // no LOGOUT
}

QTEST_GUILESS_MAIN(TestAccountConnection)
#include "tst_accountconnection.moc"

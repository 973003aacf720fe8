// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/usercommand.h"
#include "crypto/password.h"
#include "store/db/transaction.h"
#include "store/people/settings.h"
#include "store/people/users.h"
#include "store/people/visibility.h"
#include "support/testdatabase.h"

#include <QTest>

using namespace Qt::StringLiterals;

class UserCommandTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void firstUserIsAdmin();
    void secondUserNeedsVisibility();
    void configurationDecidesVisibilityToo();
    void passwdChangesThePasswordAndVoidsTokens();
    void removesAUserButNotTheOnlyOne();
    void listsUsers();
    void refuses_data();
    void refuses();
    void terminalAsksTwice();
};

namespace {

constexpr Crypto::ScryptCost cheap{ 4, 8, 1 };

/** Answers from a list. */
class ListedInput : public Cli::PasswordInput
{
public:
    explicit ListedInput(QList<QByteArray> answers, bool terminal = false)
        : m_answers(std::move(answers)), m_terminal(terminal)
    {
    }
    std::optional<QByteArray> ask(const QString &) override
    {
        return m_answers.isEmpty() ? std::nullopt : std::optional(m_answers.takeFirst());
    }
    bool isTerminal() const override { return m_terminal; }

private:
    QList<QByteArray> m_answers;
    bool m_terminal;
};

/** What a command did. */
struct Outcome {
    int code = -1;
    QString out;
    QString err;
};

Outcome run(TestDatabase &database, const QString &line, QList<QByteArray> answers = {},
            bool terminal = false, const QString &visibility = {})
{
    return database.with([&](Store::Session &session) {
        Outcome outcome;
        ListedInput input(answers, terminal);
        QTextStream out(&outcome.out);
        QTextStream err(&outcome.err);
        outcome.code = Cli::runUserCommand(line.split(u' '),
                                           { .session = session,
                                             .input = input,
                                             .out = out,
                                             .err = err,
                                             .configuredVisibility = visibility,
                                             .cost = cheap });
        return outcome;
    });
}

Store::User userNamed(TestDatabase &database, const QString &name)
{
    return database.with([&](Store::Session &session) { return Store::userByName(session, name); })
        .value();
}

bool ownAccountsOnly(TestDatabase &database)
{
    return database.with([](Store::Session &session) { return Store::ownAccountsOnly(session); })
        .value();
}

/// Inserts the user directly, because a real hash takes a third of a second.
bool hasAdmin(TestDatabase &database, const QString &name)
{
    const Result<void> inserted = database.with([&](Store::Session &session) -> Result<void> {
        Store::Transaction tx(session);
        Store::User user;
        user.username = name;
        user.role = Store::Role::Admin;
        user.passwordHash = "none";
        const Result<qint64> id = Store::insertUser(session, user);
        if (!id)
            return id.error();
        return tx.commit();
    });
    return inserted.ok();
}

qsizetype userCount(TestDatabase &database)
{
    return database.with([](Store::Session &session) { return Store::users(session); })->size();
}

} // namespace

void UserCommandTest::firstUserIsAdmin()
{
    TestDatabase database;
    const Outcome added = run(database, u"add anna"_s, { "correct horse" });
    QCOMPARE(added.err, QString());
    QCOMPARE(added.code, 0);
    QCOMPARE(added.out, u"Added anna (admin).\n"_s);
    const Store::User anna = userNamed(database, u"anna"_s);
    QCOMPARE(anna.role, Store::Role::Admin);
    QCOMPARE(Crypto::verifyPassword("correct horse", anna.passwordHash, cheap),
             Crypto::PasswordCheck::Right);
}

void UserCommandTest::secondUserNeedsVisibility()
{
    TestDatabase database;
    QVERIFY(hasAdmin(database, u"anna"_s));
    const Outcome refused = run(database, u"add berta"_s, { "battery staple" });
    QCOMPARE(refused.code, 1);
    QVERIFY(refused.err.contains(u"  owner "_s));
    QVERIFY(refused.err.contains(u"  shared "_s));
    QCOMPARE(userCount(database), 1);
    const Outcome added = run(database, u"add berta --visibility owner"_s, { "battery staple" });
    QCOMPARE(added.out, u"Added berta (user).\n"_s);
    const auto stored = database.with([](Store::Session &session) {
        return Store::setting(session, Store::wholeInstallation, u"visibility"_s);
    });
    QCOMPARE(stored.value(), std::optional(u"owner"_s));
    QVERIFY(ownAccountsOnly(database)); // also for services that run
    QCOMPARE(run(database, u"add carla --role admin"_s, { "battery staple" }).code, 0);
}

void UserCommandTest::configurationDecidesVisibilityToo()
{
    TestDatabase database;
    QVERIFY(hasAdmin(database, u"anna"_s));
    QCOMPARE(run(database, u"add berta"_s, { "battery staple" }, false, u"shared"_s).code, 0);
    const QString own = u"add carla --visibility owner"_s;
    QCOMPARE(run(database, own, { "battery staple" }, false, u"shared"_s).code, 0);
    QVERIFY(!ownAccountsOnly(database));
}

void UserCommandTest::passwdChangesThePasswordAndVoidsTokens()
{
    TestDatabase database;
    QVERIFY(hasAdmin(database, u"anna"_s));
    const qint64 before = userNamed(database, u"anna"_s).tokenVersion;
    QCOMPARE(run(database, u"passwd ANNA"_s, { "battery staple" }).code, 0);
    const Store::User anna = userNamed(database, u"anna"_s);
    QCOMPARE(anna.tokenVersion, before + 1);
    QCOMPARE(Crypto::verifyPassword("battery staple", anna.passwordHash, cheap),
             Crypto::PasswordCheck::Right);
}

void UserCommandTest::removesAUserButNotTheOnlyOne()
{
    TestDatabase database;
    QVERIFY(hasAdmin(database, u"anna"_s));
    QCOMPARE(run(database, u"remove anna"_s).code, 1);
    QCOMPARE(run(database, u"add berta --visibility owner"_s, { "battery staple" }).code, 0);
    QCOMPARE(run(database, u"remove berta"_s).out, u"Removed berta.\n"_s);
    QCOMPARE(userCount(database), 1);
}

void UserCommandTest::listsUsers()
{
    TestDatabase database;
    QCOMPARE(run(database, u"list"_s).out, QString());
    QVERIFY(hasAdmin(database, u"anna"_s));
    QVERIFY(run(database, u"list"_s).out.startsWith(u"1\tanna\tadmin\t20"_s));
}

void UserCommandTest::refuses_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QList<QByteArray>>("answers");
    QTest::addColumn<int>("code");
    QTest::newRow("unknown action") << u"frob"_s << QList<QByteArray>() << 2;
    QTest::newRow("name taken") << u"add Anna --visibility owner"_s
                                << QList<QByteArray>{ "correct horse" } << 1;
    QTest::newRow("short password")
        << u"add b --visibility owner"_s << QList<QByteArray>{ "7 bytes" } << 1;
    QTest::newRow("long password")
        << u"add b --visibility owner"_s << QList<QByteArray>{ QByteArray(257, 'p') } << 1;
    QTest::newRow("no password") << u"add b --visibility owner"_s << QList<QByteArray>() << 1;
    QTest::newRow("control character")
        << u"add b\ta --visibility owner"_s << QList<QByteArray>{ "correct horse" } << 1;
    QTest::newRow("passwd, unknown user")
        << u"passwd berta"_s << QList<QByteArray>{ "correct horse" } << 1;
    QTest::newRow("remove, unknown user") << u"remove berta"_s << QList<QByteArray>() << 1;
}

void UserCommandTest::refuses()
{
    QFETCH(QString, line);
    QFETCH(QList<QByteArray>, answers);
    TestDatabase database;
    QVERIFY(hasAdmin(database, u"anna"_s));
    const Outcome outcome = run(database, line, answers);
    QTEST(outcome.code, "code");
    QVERIFY(!outcome.err.isEmpty());
    QCOMPARE(outcome.out, QString());
    QCOMPARE(userCount(database), 1);
}

void UserCommandTest::terminalAsksTwice()
{
    TestDatabase database;
    const QList<QByteArray> differing{ "correct horse", "correct hors" };
    QCOMPARE(run(database, u"add anna"_s, differing, true).code, 1);
    const QList<QByteArray> equal{ "correct horse", "correct horse" };
    QCOMPARE(run(database, u"add anna"_s, equal, true).code, 0);
}

QTEST_GUILESS_MAIN(UserCommandTest)
#include "tst_usercommand.moc"

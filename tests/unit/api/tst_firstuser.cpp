// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/firstuser.h"
#include "crypto/password.h"
#include "store/people/users.h"
#include "support/testdatabase.h"

#include <QFile>
#include <QTest>

using namespace Qt::StringLiterals;
using Crypto::PasswordCheck;

class FirstUserTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesTheGivenPassword();
    void printsAGeneratedOneOnATerminal();
    void writesAGeneratedOneToAFile();
    void doesNothingWhereThereAreUsers();
    void refusesAnUnacceptablePassword_data();
    void refusesAnUnacceptablePassword();
    void generatedPasswordsDiffer();
};

namespace {

Result<Api::FirstUser> make(TestDatabase &database, Api::FirstUserOptions options)
{
    options.cost = { 4, 8, 1 };
    return database.with(
        [&](Store::Session &session) { return Api::makeFirstUser(session, options); });
}

Result<QList<Store::User>> users(TestDatabase &database)
{
    return database.with([](Store::Session &session) { return Store::users(session); });
}

PasswordCheck checkAdmin(TestDatabase &database, const QByteArray &password)
{
    const auto admin = database.with(
        [](Store::Session &session) { return Store::userByName(session, u"admin"_s); });
    return admin ? Crypto::verifyPassword(password, admin->passwordHash, { 4, 8, 1 })
                 : PasswordCheck::Wrong;
}

} // namespace

void FirstUserTest::takesTheGivenPassword()
{
    TestDatabase database;
    const auto made = make(database, { .adminPassword = "correct horse" });
    QVERIFY(made);
    QVERIFY(made->isNew);
    QVERIFY(made->generatedPassword.isEmpty());
    QVERIFY(made->passwordFile.isEmpty());
    QCOMPARE(checkAdmin(database, "correct horse"), PasswordCheck::Right);
    QCOMPARE(users(database)->first().role, Store::Role::Admin);
}

void FirstUserTest::printsAGeneratedOneOnATerminal()
{
    TestDatabase database;
    const auto made = make(database, { .dataDirectory = database.folder(), .hasTerminal = true });
    QVERIFY(made);
    QVERIFY(made->passwordFile.isEmpty());
    QVERIFY(!QFile::exists(Api::firstPasswordFile(database.folder())));
    QCOMPARE(checkAdmin(database, made->generatedPassword), PasswordCheck::Right);
}

void FirstUserTest::writesAGeneratedOneToAFile()
{
    TestDatabase database;
    const auto made = make(database, { .dataDirectory = database.folder() });
    QVERIFY(made);
    QVERIFY(made->generatedPassword.isEmpty());
    QCOMPARE(made->passwordFile, Api::firstPasswordFile(database.folder()));
    QFile file(made->passwordFile);
#ifdef Q_OS_UNIX // on Windows Qt invents the mode
    QVERIFY(!(file.permissions() & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther)));
#endif
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(checkAdmin(database, file.readAll().trimmed()), PasswordCheck::Right);
}

void FirstUserTest::doesNothingWhereThereAreUsers()
{
    TestDatabase database;
    QVERIFY(make(database, { .adminPassword = "correct horse" }));
    const auto again = make(database, { .adminPassword = "short" });
    QVERIFY(again);
    QVERIFY(!again->isNew);
    QCOMPARE(users(database)->size(), 1);
    QCOMPARE(checkAdmin(database, "correct horse"), PasswordCheck::Right);
}

void FirstUserTest::refusesAnUnacceptablePassword_data()
{
    QTest::addColumn<QByteArray>("password");
    QTest::newRow("7 bytes") << QByteArray(7, 'p');
    QTest::newRow("257 bytes") << QByteArray(257, 'p');
}

void FirstUserTest::refusesAnUnacceptablePassword()
{
    QFETCH(QByteArray, password);
    TestDatabase database;
    const auto made = make(database, { .adminPassword = password });
    QVERIFY(!made);
    QCOMPARE(made.error().code, Error::Code::BadRequest);
    QVERIFY(made.error().message.contains(u"POSTRIDER_ADMIN_PASSWORD"_s));
    QVERIFY(users(database)->isEmpty());
}

void FirstUserTest::generatedPasswordsDiffer()
{
    const QByteArray password = Api::generatePassword();
    QCOMPARE(password.size(), 19);
    QCOMPARE(password.count('-'), 3);
    QVERIFY(password != Api::generatePassword());
}

QTEST_GUILESS_MAIN(FirstUserTest)
#include "tst_firstuser.moc"

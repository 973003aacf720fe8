// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/people/revocations.h"
#include "store/people/settings.h"
#include "store/people/users.h"
#include "store/people/usersettings.h"
#include "store/secrets/secrets.h"
#include "storefixture.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

class TestUsers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void areFoundByNameInAnyCase();
    void haveNamesUniqueInAnyCase();
    void changePasswordsWithAndWithoutLogout();
    void goOnlyWithoutAccounts();
    void revokedTokensAreForgottenWhenTheyEnd();
    void settingsBelongToOneUser();
    void clientSettingsAreTheDefaultsUntilTheyAreSet();
    void clientSettingsGoWithTheirUser();
    void secretsAreBytes();
};

void TestUsers::areFoundByNameInAnyCase()
{
    StoreFixture fixture;
    User user;
    user.username = u"Jürgen"_s;
    user.role = Role::Admin;
    user.passwordHash = "$scrypt$x";
    user.id = must(insertUser(fixture.session(), user));
    const User found = must(userByName(fixture.session(), u"JÜRGEN"_s));
    user.uuid = found.uuid;
    user.createdAt = user.updatedAt = fixture.clock.now();
    QCOMPARE(found, user);
    QCOMPARE(found.uuid.size(), 36);
    QCOMPARE(must(userById(fixture.session(), user.id)), user);
    QCOMPARE(must(users(fixture.session())).size(), 2);
    QCOMPARE(userByName(fixture.session(), u"nobody"_s).error().code, Error::Code::NotFound);
}

void TestUsers::haveNamesUniqueInAnyCase()
{
    StoreFixture fixture;
    User user;
    user.username = u"ANNA"_s;
    user.passwordHash = "x";
    QCOMPARE(insertUser(fixture.session(), user).error().code, Error::Code::Conflict);
}

void TestUsers::changePasswordsWithAndWithoutLogout()
{
    StoreFixture fixture;
    must(setPasswordHash(fixture.session(), 1, "new", false));
    QCOMPARE(must(userById(fixture.session(), 1)).tokenVersion, 1);
    must(setPasswordHash(fixture.session(), 1, "newer", true));
    must(raiseTokenVersion(fixture.session(), 1));
    const User user = must(userById(fixture.session(), 1));
    QCOMPARE(user.tokenVersion, 3);
    QCOMPARE(user.passwordHash, "newer");
    QCOMPARE(raiseTokenVersion(fixture.session(), 9).error().code, Error::Code::NotFound);
}

void TestUsers::goOnlyWithoutAccounts()
{
    StoreFixture fixture;
    QCOMPARE(deleteUser(fixture.session(), 1).error().code, Error::Code::Conflict);
    const qint64 bert = fixture.addUser(u"bert"_s);
    must(setSetting(fixture.session(), bert, u"theme"_s, u"dark"_s));
    must(deleteUser(fixture.session(), bert));
    QCOMPARE(must(settings(fixture.session(), bert)).size(), 0);
    QVERIFY(fixture.addUser(u"bert"_s) > bert); // ids are never used again
}

void TestUsers::revokedTokensAreForgottenWhenTheyEnd()
{
    StoreFixture fixture;
    must(revokeToken(fixture.session(), "jti", fixture.clock.now() + 10));
    must(revokeToken(fixture.session(), "jti", fixture.clock.now() + 10));
    QVERIFY(must(isTokenRevoked(fixture.session(), "jti")));
    QVERIFY(!must(isTokenRevoked(fixture.session(), "other")));
    must(pruneRevocations(fixture.session()));
    QVERIFY(must(isTokenRevoked(fixture.session(), "jti")));
    fixture.clock.ms += 11'000;
    must(pruneRevocations(fixture.session()));
    QVERIFY(!must(isTokenRevoked(fixture.session(), "jti")));
}

void TestUsers::settingsBelongToOneUser()
{
    StoreFixture fixture;
    must(setSetting(fixture.session(), wholeInstallation, u"visibility"_s, u"shared"_s));
    must(setSetting(fixture.session(), 1, u"theme"_s, u"dark"_s));
    must(setSetting(fixture.session(), 1, u"theme"_s, u"light"_s));
    QCOMPARE(must(setting(fixture.session(), 1, u"theme"_s)), u"light"_s);
    QVERIFY(!must(setting(fixture.session(), 1, u"visibility"_s)));
    QCOMPARE(must(settings(fixture.session(), 0)),
             (QMap<QString, QString>{ { u"visibility"_s, u"shared"_s } }));
    must(removeSetting(fixture.session(), 1, u"theme"_s));
    QVERIFY(!must(setting(fixture.session(), 1, u"theme"_s)));
}

void TestUsers::clientSettingsAreTheDefaultsUntilTheyAreSet()
{
    StoreFixture fixture;
    QCOMPARE(must(userSettings(fixture.session(), 1)), UserSettings());
    UserSettings settings{ .language = "zh",
                           .theme = "dark",
                           .density = "compact",
                           .conversations = false,
                           .notifications = false,
                           .imageSenders = { u"ä\"b@example.org"_s, u"c@example.org"_s },
                           .quietHours = { true, "21:30", "06:15" } };
    must(setUserSettings(fixture.session(), 1, settings));
    QCOMPARE(must(userSettings(fixture.session(), 1)), settings);
    settings.imageSenders.clear();
    must(setUserSettings(fixture.session(), 1, settings));
    QCOMPARE(must(userSettings(fixture.session(), 1)), settings);
    const qint64 bert = fixture.addUser(u"bert"_s);
    QCOMPARE(must(userSettings(fixture.session(), bert)), UserSettings());
}

void TestUsers::clientSettingsGoWithTheirUser()
{
    StoreFixture fixture;
    const qint64 bert = fixture.addUser(u"bert"_s);
    must(setUserSettings(fixture.session(), 1, {}));
    must(setUserSettings(fixture.session(), bert, {}));
    must(deleteUser(fixture.session(), bert));
    QCOMPARE(fixture.number(u"SELECT min(user_id) FROM user_settings"_s), 1);
    QCOMPARE(fixture.number(u"SELECT count(*) FROM user_settings"_s), 1);
}

void TestUsers::secretsAreBytes()
{
    StoreFixture fixture;
    const Secret first{ "account/1/imap", QByteArray("\0\xff", 2) };
    must(putSecret(fixture.session(), { "account/1/imap", "old" }));
    must(putSecret(fixture.session(), first));
    must(putSecret(fixture.session(), { "account/10/imap", "b" }));
    must(putSecret(fixture.session(), { "token/1", "c" }));
    QCOMPARE(must(secret(fixture.session(), "account/1/imap")), first);
    QCOMPARE(must(secretsUnder(fixture.session(), "account/1/")), QList{ first });
    QCOMPARE(must(secretsUnder(fixture.session(), "account/")).size(), 2);
    must(removeSecret(fixture.session(), "account/1/imap"));
    must(removeSecret(fixture.session(), "account/1/imap"));
    QCOMPARE(secret(fixture.session(), "account/1/imap").error().code, Error::Code::NotFound);
}

QTEST_GUILESS_MAIN(TestUsers)
#include "tst_users.moc"

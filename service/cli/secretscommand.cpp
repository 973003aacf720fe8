// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/secretscommand.h"

#include "application/secretsetup.h"
#include "crypto/masterkey.h"
#include "store/mail/accounts.h"
#include "store/opendatabase.h"
#include "store/sql/privatefile.h"

#include <QCoreApplication>
#include <QTextStream>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace Cli {

namespace {

int complain(const QString &message, int code)
{
    std::fprintf(stderr, "postriderd: %s\n", qPrintable(message));
    return code;
}

QString counted(int count, bool toKeychain)
{
    const QString place = toKeychain ? u"into the keychain"_s : u"into the database, encrypted"_s;
    return count == 1 ? u"1 secret moved %1"_s.arg(place)
                      : u"%1 secrets moved %2"_s.arg(count).arg(place);
}

QList<QByteArray> refsOf(const Store::Account &account)
{
    QList<QByteArray> refs{ account.secretRef, account.smtpSecretRef, account.proxySecretRef };
    refs.removeAll(QByteArray());
    return refs;
}

/// Continues after a secret that cannot be moved.
QCoro::Task<> moveAll(Store::Database *database, Store::MailboxSecrets *secrets, bool toKeychain,
                      int *exitCode)
{
    auto load = [](Store::Session &session) {
        return Store::accounts(session);
    };
    const auto accounts = co_await database->reading(std::move(load));
    if (!accounts) {
        *exitCode = complain(accounts.error().message, 1);
        co_return;
    }
    int moved = 0;
    for (const Store::Account &account : *accounts) {
        for (const QByteArray &ref : refsOf(account)) {
            const Result<bool> done = co_await secrets->move(QString::fromLatin1(ref), toKeychain);
            if (!done)
                *exitCode = complain(u"%1: %2"_s.arg(account.email, done.error().message), 1);
            moved += done && *done ? 1 : 0;
        }
    }
    QTextStream(stdout) << counted(moved, toKeychain) << '\n';
}

QCoro::Task<> moveAndQuit(Store::Database *database, Store::MailboxSecrets *secrets,
                          bool toKeychain, int *exitCode)
{
    co_await moveAll(database, secrets, toKeychain, exitCode);
    QCoreApplication::quit();
}

} // namespace

int migrateSecrets(Config config, const QStringList &arguments)
{
    const QString place =
        arguments.size() == 2 && arguments.first() == u"--to" ? arguments.last() : QString();
    if (place != u"keychain" && place != u"sealed")
        return complain(u"migrate-secrets needs --to keychain or --to sealed"_s, 2);
    config.isDesktop = true; // both directions need the keychain
    config.secrets = u"keychain"_s;
    const Result<void> folder = Store::makePrivateFolder(config.dataDir);
    if (!folder)
        return complain(folder.error().message, 1);
    const SystemClock clock;
    const auto database = Store::openDatabase(
        { .file = {}, .url = config.database(), .wait = config.databaseWait, .clock = &clock });
    if (!database)
        return complain(database.error().message, 1);
    const auto master =
        Crypto::loadMasterKey(Crypto::MasterKeySources::fromEnvironment(config.dataDir));
    if (!master)
        return complain(master.error().message, 1);
    const auto secrets = SecretSetup::make(config, **database, master->keys);
    if (!secrets)
        return complain(secrets.error().message, 1);
    const Result<void> begun = (*secrets)->begin([] {});
    if (!begun)
        return complain(begun.error().message, 1);
    int exitCode = 0;
    moveAndQuit(database->get(), &(*secrets)->mailboxes(), place == u"keychain", &exitCode);
    QCoreApplication::exec();
    (*secrets)->close();
    (*database)->close();
    return exitCode;
}

} // namespace Cli

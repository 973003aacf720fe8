// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/verifycommand.h"

#include "application/mailoptions.h"
#include "cli/progressbar.h"
#include "cli/runtoend.h"
#include "cli/storedsecrets.h"
#include "cli/verifyarguments.h"
#include "common/clock.h"
#include "crypto/masterkey.h"
#include "keychain/keychainstore.h"
#include "net/derivation.h"
#include "process/terminal.h"
#include "store/copy/copyends.h"
#include "store/mail/accountname.h"
#include "store/sql/connection.h"
#include "store/sql/session.h"
#include "verify/verifyaccount.h"

#include <QTextStream>

using namespace Qt::StringLiterals;

namespace {

Result<Crypto::KeyRing> keysOf(const Config &config)
{
    const auto master =
        Crypto::findMasterKey(Crypto::MasterKeySources::fromEnvironment(config.dataDir));
    RETURN_IF_ERROR(master);
    return master->keys;
}

Result<Verify::AccountReport> verify(const Config &config, const Cli::VerifyArguments &arguments,
                                     Store::Session &session, QTextStream &err)
{
    const auto accounts = Store::accounts(session);
    RETURN_IF_ERROR(accounts);
    const auto account = Store::accountNamed(*accounts, arguments.account);
    RETURN_IF_ERROR(account);
    const auto tls = mailTls(config);
    RETURN_IF_ERROR(tls);
    std::unique_ptr<KeychainStore> keychain;
    if (config.isDesktop && KeychainStore::isUsable())
        keychain = std::make_unique<KeychainStore>(KeychainStore::Options{
            .service = u"Postrider"_s, .patience = config.keychainPatience });
    Cli::StoredSecrets secrets(session, keysOf(config), keychain.get());
    Cli::ProgressBar bar(err, hasTerminal());
    Verify::VerifyOptions options{ *account, arguments.folder, *tls, imapOptions(config) };
    options.progress = [&bar](const QString &folder, qint64 done, qint64 all) {
        bar.update(folder, done, all, done);
    };
    Result<Verify::AccountReport> report =
        Cli::runToEnd(Verify::verifyAccount(session, secrets, std::move(options)));
    Net::endDerivations();
    if (keychain)
        keychain->close();
    return report;
}

Result<Verify::AccountReport> verify(const Config &config, const Cli::VerifyArguments &arguments,
                                     QTextStream &err)
{
    const SystemClock clock;
    const auto address = Store::databaseAddress(config.database());
    RETURN_IF_ERROR(address);
    RETURN_IF_ERROR(Store::checkUsable(*address, clock));
    const auto connection = Store::Connection::open(*address, Store::Connection::Kind::Reader);
    RETURN_IF_ERROR(connection);
    Store::Session session((*connection)->handle(), clock);
    return verify(config, arguments, session, err);
}

} // namespace

int runVerifyCommand(const Config &config, const QStringList &arguments)
{
    QTextStream out(stdout);
    QTextStream err(stderr);
    const auto parsed = Cli::parseVerifyArguments(arguments);
    if (!parsed) {
        err << parsed.error().message << "\n\n" << Cli::verifyUsage();
        return 2;
    }
    const auto report = verify(config, *parsed, err);
    if (!report) {
        err << "postriderd: " << report.error().message << '\n';
        return 2;
    }
    if (parsed->isJson)
        out << QString::fromUtf8(Verify::jsonOf(*report));
    else
        out << Verify::textOf(*report);
    return report->count() == 0 ? 0 : 1;
}

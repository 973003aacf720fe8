// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/doctorcommand.h"

#include "application/mailoptions.h"
#include "application/roomsettings.h"
#include "backup/restorebackup.h"
#include "cli/doctorarguments.h"
#include "cli/runtoend.h"
#include "cli/storedsecrets.h"
#include "common/clock.h"
#include "doctor/accountcheck.h"
#include "doctor/clockcheck.h"
#include "doctor/databasecheck.h"
#include "doctor/filecheck.h"
#include "doctor/hookcheck.h"
#include "doctor/report.h"
#include "doctor/secretcheck.h"
#include "doctor/storecheck.h"
#include "keychain/keychainstore.h"
#include "net/derivation.h"
#include "store/sql/privatefile.h"

#include <QTextStream>

using namespace Qt::StringLiterals;

namespace {

/** One run of the command. */
class DoctorRun
{
public:
    DoctorRun(const ConfigSources &sources, const Cli::DoctorArguments &arguments)
        : m_checked(checkConfig(sources)), m_config(m_checked.config), m_arguments(arguments)
    {
    }

    const Doctor::Report &run();

private:
    void checkConfiguration();
    void checkFiles();
    void checkStore();
    void checkDatabase();
    void checkStored(Store::Session &session, const QString &shown);
    void checkServers(Store::Session &session, const QList<Store::Account> &accounts);

    const CheckedConfig m_checked;
    const Config &m_config;
    const Cli::DoctorArguments m_arguments;
    const SystemClock m_clock;
    Crypto::KeyRing m_keys;
    Doctor::Report m_report;
};

const Doctor::Report &DoctorRun::run()
{
    checkConfiguration();
    checkFiles();
    m_keys =
        Doctor::checkKey(Crypto::MasterKeySources::fromEnvironment(m_config.dataDir), m_report);
    Doctor::checkClock(m_report);
    checkStore();
    checkDatabase();
    return m_report;
}

void DoctorRun::checkConfiguration()
{
    const QString check = u"configuration"_s;
    for (const QString &problem : m_checked.problems)
        m_report.fault(check, {}, problem,
                       u"Correct it: the service does not start. See postrider.conf(5)."_s);
    for (const QString &warning : m_checked.warnings)
        m_report.warn(check, {}, warning, u"Remove it, or correct its name."_s);
    const int usualCost = Crypto::ScryptCost().logN;
    if (m_config.passwordCost < usualCost)
        m_report.warn(check, {},
                      u"auth.password_cost is %1: passwords of a stolen database can be guessed "
                      "faster than with %2."_s.arg(m_config.passwordCost)
                          .arg(usualCost),
                      u"Remove the setting if this machine has enough memory."_s);
    if (m_checked.problems.isEmpty() && m_checked.warnings.isEmpty())
        m_report.ok(check, m_checked.file, u"All settings are valid."_s);
}

void DoctorRun::checkFiles()
{
    Doctor::Files files;
    files.configuration = m_checked.file;
    files.dataDir = m_config.dataDir;
    files.attachments = m_config.attachmentsFolder();
    if (const auto address = Store::databaseAddress(m_config.database()))
        files.database = Store::filesOf(*address);
    for (const char *name : { "first-password", "part-cache" })
        files.others.append(m_config.dataDir + u'/' + QLatin1StringView(name));
    files.tlsCertificate = m_config.tlsCertificate;
    files.tlsKey = m_config.tlsKey;
    Doctor::checkFiles(files, m_report);
    const Result<void> restored = Backup::checkIsRestored(m_config.dataDir);
    if (!restored)
        m_report.fault(u"files"_s, m_config.dataDir, restored.error().message,
                       u"The service does not start until then."_s);
}

void DoctorRun::checkStore()
{
    const auto settings = m_checked.problems.isEmpty() ? s3Settings(m_config) : std::nullopt;
    const auto tls = mailTls(m_config); // checkServers() reports a certificate that cannot be read
    if (settings && tls)
        m_report.add({ Cli::runToEnd(Doctor::checkStore(*settings, *tls, m_clock)) });
}

void DoctorRun::checkDatabase()
{
    const auto address = Store::databaseAddress(m_config.database());
    if (!address) {
        m_report.fault(u"database"_s, {}, u"database_url "_s + address.error().message,
                       u"Correct database_url."_s);
        return;
    }
    const auto database = Doctor::openDatabase(*address, m_clock, m_report);
    if (!database)
        return;
    const auto pool = Store::poolAddress(m_config.databasePoolUrl);
    if (m_checked.problems.isEmpty() && pool)
        Doctor::checkPool(*pool, database->session(), m_clock, m_report);
    checkStored(database->session(), address->shown);
}

void DoctorRun::checkStored(Store::Session &session, const QString &shown)
{
    Doctor::checkIntegrity(session, shown, m_report);
    Doctor::checkClock(session, m_report);
    const auto accounts = Store::accounts(session);
    if (!accounts) {
        m_report.fault(u"database"_s, shown, accounts.error().message, u"Check the database."_s);
        return;
    }
    Doctor::checkSecrets(session, m_keys, *accounts, m_report);
    Doctor::checkHooks(session, { m_config.publicUrl, m_config.vapidSubject }, m_report);
    checkServers(session, *accounts);
}

void DoctorRun::checkServers(Store::Session &session, const QList<Store::Account> &accounts)
{
    const auto tls = mailTls(m_config);
    if (!tls) {
        m_report.fault(u"configuration"_s, m_config.mailExtraCa, tls.error().message,
                       u"Correct mail.extra_ca."_s);
        return;
    }
    std::unique_ptr<KeychainStore> keychain;
    if (m_config.isDesktop && KeychainStore::isUsable())
        keychain = std::make_unique<KeychainStore>(KeychainStore::Options{
            .service = u"Postrider"_s, .patience = m_config.keychainPatience });
    Cli::StoredSecrets secrets(session, m_keys, keychain.get());
    m_report.add(
        Cli::runToEnd(Doctor::checkAccounts(accounts,
                                            { *tls, imapOptions(m_config), smtpOptions(m_config),
                                              &secrets, m_arguments.isWithLogin })));
    Net::endDerivations();
    if (keychain)
        keychain->close();
}

} // namespace

int runDoctorCommand(const ConfigSources &sources, const QStringList &arguments)
{
    QTextStream out(stdout);
    const auto parsed = Cli::parseDoctorArguments(arguments);
    if (!parsed) {
        QTextStream(stderr) << parsed.error().message << "\n\n" << Cli::doctorUsage();
        return 2;
    }
    DoctorRun run(sources, *parsed);
    const Doctor::Report &report = run.run();
    if (parsed->isJson)
        out << QString::fromUtf8(Doctor::jsonOf(report, QStringLiteral(POSTRIDER_VERSION)));
    else
        out << Doctor::textOf(report);
    return Doctor::exitStatus(report);
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/run.h"

#include "application/application.h"
#include "backup/keytext.h"
#include "backup/restorebackup.h"
#include "cli/backupcommand.h"
#include "cli/copycommand.h"
#include "cli/doctorcommand.h"
#include "cli/exportcommand.h"
#include "cli/importcommand.h"
#include "cli/migratecommand.h"
#include "cli/restorecommand.h"
#include "cli/secretscommand.h"
#include "cli/usercommand.h"
#include "cli/verifycommand.h"
#include "crypto/masterkey.h"
#include "process/descriptorlimit.h"
#include "process/logoutput.h"
#include "process/servicemanager.h"
#include "process/stopsignals.h"
#include "process/terminal.h"
#include "store/copy/copyends.h"
#include "store/copy/copyprogress.h"
#include "store/db/migrate.h"
#include "store/sql/connection.h"
#include "store/sql/privatefile.h"
#include "store/sql/session.h"

#include <QCoreApplication>
#include <QLoggingCategory>

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace Cli {

namespace {

int complain(const QString &message, int code)
{
    std::fprintf(stderr, "postriderd: %s\n", qPrintable(message));
    return code;
}

Result<void> startLogging(const Config &config)
{
    const QString rules = qEnvironmentVariable("POSTRIDER_LOG");
    if (!rules.isEmpty())
        QLoggingCategory::setFilterRules(QString(rules).replace(u';', u'\n'));
    return LogOutput::start(config.logFormat == u"json" ? LogFormat::Json : LogFormat::Text,
                            config.logFile);
}

/// Asks systemd to wait for the drain time in addition to the usual time.
QByteArray extendedStop(std::chrono::microseconds drainTime)
{
    constexpr std::chrono::microseconds usual = 20s; // TimeoutStopSec of the unit
    return "EXTEND_TIMEOUT_USEC=" + QByteArray::number(qint64((drainTime + usual).count()));
}

int serve(const Config &config)
{
    const Result<void> logs = startLogging(config);
    if (!logs)
        return complain(logs.error().message, 1);
    raiseDescriptorLimit();
    Application application(config);
    StopSignals signals_;
    const auto stop = [&application, &config] {
        notifyServiceManager("STOPPING=1");
        if (config.drainTime > 0s)
            notifyServiceManager(extendedStop(config.drainTime));
        application.stop();
    };
    QObject::connect(&signals_, &StopSignals::stopRequested, &application, stop);
    QObject::connect(&application, &Application::stopNeeded, &application, stop);
    QObject::connect(&signals_, &StopSignals::reloadRequested, &application, [&application] {
        LogOutput::reopen();
        application.reload();
    });
    QObject::connect(&application, &Application::stopped, qApp, &QCoreApplication::quit);
    const Result<void> started = application.start();
    if (!started)
        return complain(started.error().message, 1);
    std::fprintf(stderr, "postriderd: listening on %s\n", qPrintable(application.address()));
    notifyServiceManager("READY=1");
    const int status = QCoreApplication::exec();
    return status != 0 ? status : application.exitStatus();
}

int user(const Config &config, const QStringList &arguments)
{
    const Result<void> folder = Store::makePrivateFolder(config.dataDir);
    if (!folder)
        return complain(folder.error().message, 1);
    const auto address = Store::databaseAddress(config.database());
    if (!address)
        return complain(address.error().message, 1);
    const auto connection = Store::Connection::openPatiently(
        *address, Store::Connection::Kind::Writer, config.databaseWait);
    if (!connection)
        return complain(connection.error().message, 1);
    const SystemClock clock;
    // An existing database is not migrated here: a service of an older version may be using it.
    const Result<void> fits = Store::checkUsable(*address, clock);
    if (!fits && fits.error().code != Error::Code::NotFound)
        return complain(fits.error().message, 1);
    Store::Session session((*connection)->handle(), clock);
    const Result<void> migrated = Store::migrate(session); // only of an empty database
    if (!migrated)
        return complain(migrated.error().message, 1);
    const Result<void> whole = Store::checkIsWhole(session, address->shown);
    if (!whole)
        return complain(whole.error().message, 1);
    StandardPasswordInput input;
    QTextStream out(stdout);
    QTextStream err(stderr);
    return runUserCommand(arguments,
                          { session, input, out, err, config.visibility, config.hashCost() });
}

/// False for commands that also work with an unfinished restore; `doctor` reports it by itself.
bool needsWholeData(CommandLine::Command command)
{
    return command != CommandLine::Command::Restore && command != CommandLine::Command::ShowConfig;
}

/// Changes no permissions, because an administrator may have set them on purpose.
void warnOfOpenFiles(const Config &config)
{
    QStringList paths{ config.dataDir, config.attachmentsFolder() };
    if (const auto address = Store::databaseAddress(config.database()))
        paths += Store::filesOf(*address);
    for (const char *name : { "first-password", "master.key", "part-cache" })
        paths.append(config.dataDir + u'/' + QLatin1StringView(name));
    const QString warning = Store::openToOthers(paths);
    if (!warning.isEmpty())
        std::fprintf(stderr, "postriderd: %s\n", qPrintable(warning));
}

int migrate(const Config &config, const QStringList &arguments)
{
    const auto address = Store::databaseAddress(config.database());
    if (!address)
        return complain(address.error().message, 2);
    if (address->isFile()) {
        const Result<void> folder = Store::makePrivateFolder(config.dataDir);
        if (!folder)
            return complain(folder.error().message, 1);
    }
    QTextStream out(stdout);
    QTextStream err(stderr);
    return runMigrateCommand(arguments, { *address, config.databaseWait, out, err });
}

int migrateDatabase(const QStringList &arguments)
{
    QTextStream out(stdout);
    QTextStream err(stderr);
    return runCopyCommand(arguments, { Application::messageReader(), out, err });
}

/// The keys of the service with this data directory. There are none before its first start.
Result<QByteArray> serviceKeys(const Config &config)
{
    const auto master =
        Crypto::findMasterKey(Crypto::MasterKeySources::fromEnvironment(config.dataDir));
    if (master)
        return Backup::keyText(master->keys);
    if (master.error().code != Error::Code::NotFound)
        return master.error();
    return Error{
        Error::Code::NotFound,
        u"There is no master key: neither in the data directory %1 nor in the environment "
        "of this command."_s.arg(config.dataDir)
    };
}

int backUp(const Config &config, const QStringList &arguments)
{
    const auto address = Store::databaseAddress(config.database());
    if (!address)
        return complain(address.error().message, 2);
    QTextStream out(stdout);
    QTextStream err(stderr);
    return runBackupCommand(arguments,
                            { *address, config.attachmentsFolder(),
                              [&config] { return serviceKeys(config); }, out, err });
}

int restore(const Config &config, const QStringList &arguments)
{
    const auto address = Store::databaseAddress(config.database());
    if (!address)
        return complain(address.error().message, 2);
    QTextStream out(stdout);
    QTextStream err(stderr);
    return runRestoreCommand(arguments,
                             { *address, config.dataDir, config.attachmentsFolder(),
                               Application::messageReader(), out, err });
}

int exportMails(const Config &config, const QStringList &arguments)
{
    const auto address = Store::databaseAddress(config.database());
    if (!address)
        return complain(address.error().message, 2);
    QTextStream out(stdout);
    QTextStream err(stderr);
    return runExportCommand(arguments, { *address, out, err });
}

int importMails(const Config &config, const QStringList &arguments)
{
    const auto address = Store::databaseAddress(config.database());
    if (!address)
        return complain(address.error().message, 2);
    QTextStream out(stdout);
    QTextStream err(stderr);
    return runImportCommand(arguments, { *address, config.databaseWait, hasTerminal(), out, err });
}

} // namespace

int run(const CommandLine &line)
{
    if (line.command == CommandLine::Command::ShowHelp) {
        std::fputs(qPrintable(line.text), stdout);
        return 0;
    }
    if (line.command == CommandLine::Command::MigrateDatabase) // uses no configuration
        return migrateDatabase(line.rest);
    ConfigSources sources = line.sources;
    sources.environment = configEnvironment();
    if (line.command == CommandLine::Command::Doctor) // reports all mistakes in it
        return runDoctorCommand(sources, line.rest);
    const Result<LoadedConfig> loaded = loadConfig(sources);
    if (!loaded)
        return complain(loaded.error().message, 2);
    for (const QString &warning : loaded->warnings)
        std::fprintf(stderr, "postriderd: %s\n", qPrintable(warning));
    if (line.command != CommandLine::Command::ShowConfig) // does not open the files
        warnOfOpenFiles(loaded->config);
    if (needsWholeData(line.command)) {
        const Result<void> restored = Backup::checkIsRestored(loaded->config.dataDir);
        if (!restored)
            return complain(restored.error().message, 1);
    }
    switch (line.command) {
    case CommandLine::Command::Serve:
        return serve(loaded->config);
    case CommandLine::Command::User:
        return user(loaded->config, line.rest);
    case CommandLine::Command::Migrate:
        return migrate(loaded->config, line.rest);
    case CommandLine::Command::MigrateSecrets:
        return migrateSecrets(loaded->config, line.rest);
    case CommandLine::Command::Backup:
        return backUp(loaded->config, line.rest);
    case CommandLine::Command::Restore:
        return restore(loaded->config, line.rest);
    case CommandLine::Command::Export:
        return exportMails(loaded->config, line.rest);
    case CommandLine::Command::Import:
        return importMails(loaded->config, line.rest);
    case CommandLine::Command::Verify:
        return runVerifyCommand(loaded->config, line.rest);
    case CommandLine::Command::ShowConfig:
        std::fputs(qPrintable(describeConfig(loaded->config)), stdout);
        return 0;
    case CommandLine::Command::Doctor:
    case CommandLine::Command::MigrateDatabase:
    case CommandLine::Command::ShowHelp:
        break;
    }
    Q_UNREACHABLE();
}

} // namespace Cli

// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commandline.h"

#include <QTest>

using namespace Qt::StringLiterals;
using Command = Cli::CommandLine::Command;

class CommandLineTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesOptionsBeforeAndAfterTheCommand_data();
    void takesOptionsBeforeAndAfterTheCommand();
    void refuses_data();
    void refuses();
};

void CommandLineTest::takesOptionsBeforeAndAfterTheCommand_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<Command>("command");
    QTest::addColumn<QString>("dataDir");
    QTest::addColumn<QString>("rest");
    const auto row = [](const char *line, Command command, const char *dataDir, const char *rest) {
        QTest::newRow(line) << QString::fromLatin1(line) << command << QString::fromLatin1(dataDir)
                            << QString::fromLatin1(rest);
    };
    row("--data-dir X", Command::Serve, "X", "");
    row("--data-dir X serve", Command::Serve, "X", "");
    row("serve --data-dir X", Command::Serve, "X", "");
    row("--data-dir X user list", Command::User, "X", "list");
    row("user --data-dir X list", Command::User, "X", "list");
    row("user list --data-dir X", Command::User, "X", "list");
    row("user list --data-dir=X", Command::User, "X", "list");
    row("user add anna --data-dir X --role admin", Command::User, "X", "add anna --role admin");
    row("user add anna --role=admin --data-dir X", Command::User, "X", "add anna --role=admin");
    row("user --help", Command::User, "", "--help");
    row("--data-dir X config", Command::ShowConfig, "X", "");
    row("config --data-dir X", Command::ShowConfig, "X", "");
    row("migrate-secrets --to sealed --data-dir X", Command::MigrateSecrets, "X", "--to sealed");
    row("migrate-secrets --data-dir X --to sealed", Command::MigrateSecrets, "X", "--to sealed");
    row("migrate-database --from a --to b", Command::MigrateDatabase, "", "--from a --to b");
}

void CommandLineTest::takesOptionsBeforeAndAfterTheCommand()
{
    QFETCH(QString, line);
    const auto parsed = Cli::parseCommandLine(line.split(u' '));
    QVERIFY2(parsed, parsed ? "" : qPrintable(parsed.error().message));
    QTEST(parsed->command, "command");
    QTEST(parsed->sources.commandLine.value(u"data_dir"_s), "dataDir");
    QTEST(parsed->rest.join(u' '), "rest");
}

void CommandLineTest::refuses_data()
{
    QTest::addColumn<QString>("line");
    for (const char *line :
         { "--data-dir", "user list --data-dir", "frob", "serve config", "--frob", "serve --frob" })
        QTest::newRow(line) << QString::fromLatin1(line);
}

void CommandLineTest::refuses()
{
    QFETCH(QString, line);
    QVERIFY(!Cli::parseCommandLine(line.split(u' ')));
}

QTEST_GUILESS_MAIN(CommandLineTest)
#include "tst_commandline.moc"

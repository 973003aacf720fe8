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
    void showsTheHelpOfACommand_data();
    void showsTheHelpOfACommand();
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
    row("--data-dir X config", Command::ShowConfig, "X", "");
    row("config --data-dir X", Command::ShowConfig, "X", "");
    row("migrate --dry-run --data-dir X", Command::Migrate, "X", "--dry-run");
    row("migrate-secrets --to sealed --data-dir X", Command::MigrateSecrets, "X", "--to sealed");
    row("migrate-secrets --data-dir X --to sealed", Command::MigrateSecrets, "X", "--to sealed");
    row("migrate-database --from a --to b", Command::MigrateDatabase, "", "--from a --to b");
    row("backup --data-dir X a.tar --with-keys", Command::Backup, "X", "a.tar --with-keys");
    row("export --format eml out --data-dir X", Command::Export, "X", "--format eml out");
    row("import a --data-dir X --account 1", Command::Import, "X", "a --account 1");
    row("verify --account 1 --data-dir X", Command::Verify, "X", "--account 1");
    row("--data-dir X doctor --login", Command::Doctor, "X", "--login");
    row("restore a.tar --data-dir=X", Command::Restore, "X", "a.tar");
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

void CommandLineTest::showsTheHelpOfACommand_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("start");
    QTest::newRow("general") << u"--help"_s << u"Usage: postriderd [serve]"_s;
    QTest::newRow("short") << u"-h"_s << u"Usage: postriderd [serve]"_s;
    QTest::newRow("user") << u"user --help"_s << u"postriderd user add NAME"_s;
    QTest::newRow("user, last word") << u"user add anna -h"_s << u"postriderd user add NAME"_s;
    QTest::newRow("migrate") << u"migrate --help"_s << u"postriderd migrate [--dry-run]"_s;
    QTest::newRow("migrate-database")
        << u"migrate-database --help"_s << u"postriderd migrate-database --from"_s;
    QTest::newRow("backup") << u"backup --help"_s << u"postriderd backup FILE"_s;
    QTest::newRow("restore") << u"restore --help"_s << u"postriderd restore FILE"_s;
    QTest::newRow("export") << u"export --help"_s << u"postriderd export FOLDER"_s;
    QTest::newRow("import") << u"import --help"_s << u"postriderd import FILE"_s;
    QTest::newRow("verify") << u"verify --help"_s << u"postriderd verify --account"_s;
    QTest::newRow("doctor") << u"doctor --help"_s << u"postriderd doctor"_s;
    QTest::newRow("migrate-secrets")
        << u"migrate-secrets --help"_s << u"Usage: postriderd [serve]"_s;
}

void CommandLineTest::showsTheHelpOfACommand()
{
    QFETCH(QString, line);
    QFETCH(QString, start);
    const auto parsed = Cli::parseCommandLine(line.split(u' '));
    QVERIFY(parsed);
    QCOMPARE(parsed->command, Command::ShowHelp);
    QCOMPARE(parsed->text.left(start.size()), start);
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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commandline.h"

#include "cli/backupcommand.h"
#include "cli/copyarguments.h"
#include "cli/doctorarguments.h"
#include "cli/exportcommand.h"
#include "cli/importarguments.h"
#include "cli/migratecommand.h"
#include "cli/restorecommand.h"
#include "cli/userarguments.h"
#include "cli/verifyarguments.h"

#include <QHash>

#include <array>
#include <optional>

using namespace Qt::StringLiterals;

namespace Cli {

namespace {

constexpr auto helpText = R"(Usage: postriderd [serve] [options]
       postriderd user add|passwd|list|remove [options]
       postriderd migrate [--dry-run]
       postriderd migrate-secrets --to keychain|sealed
       postriderd migrate-database --from URL|FILE --to URL|FILE
       postriderd backup FILE [--with-keys]
       postriderd restore FILE [--move]
       postriderd export FOLDER [--account ID|ADDRESS] [--format mbox|eml]
       postriderd import FILE|FOLDER --account ID|ADDRESS --folder NAME [--format FORMAT]
                         [--with-deleted]
       postriderd verify --account ID|ADDRESS [--folder PATH] [--json]
       postriderd doctor [--login] [--json]
       postriderd config

Synchronises mailboxes with a local database and serves them over HTTP.

Commands:
  serve                run the service (the default)
  user                 manage the people who may log in; see: postriderd user --help
  migrate              update the database to this version, and end; see: migrate --help
  migrate-secrets      move stored passwords into the OS keychain, or out of it
  migrate-database     copy everything to another database; see: postriderd migrate-database --help
  backup               write everything to one file while the service runs; see: backup --help
  restore              restore a backup into an empty data directory; see: restore --help
  export               write mails as files; see: export --help
  import               read mails from files; see: import --help
  verify               compare an account with its mail server; see: verify --help
  doctor               find problems, and say how to correct them; see: doctor --help
  config               print the settings in use, without secrets

Options, before or after the command:
  --config FILE        read settings from FILE
  --data-dir DIR       the directory of the database and the keys
  --listen ADDR:PORT   where to listen, for example 127.0.0.1:8725; port 0: any free port
  --desktop            run for the user of this session: OS keychain, pairing with the tray
  --secrets KIND       where passwords are kept: auto, keychain or sealed
  --help               show this text
  --version            show the version
)";

struct ValueOption {
    QLatin1StringView name;
    QLatin1StringView key; ///< in the configuration; empty: the file itself
};

constexpr std::array valueOptions{
    ValueOption{ "--config"_L1, {} },
    ValueOption{ "--data-dir"_L1, "data_dir"_L1 },
    ValueOption{ "--listen"_L1, "listen"_L1 },
    ValueOption{ "--secrets"_L1, "secrets"_L1 },
};

const ValueOption *optionNamed(QStringView name)
{
    for (const ValueOption &option : valueOptions) {
        if (name == option.name)
            return &option;
    }
    return nullptr;
}

Error wrong(const QString &what)
{
    return { Error::Code::BadRequest, what + u"; see: postriderd --help"_s };
}

std::optional<CommandLine::Command> commandNamed(const QString &word)
{
    using enum CommandLine::Command;
    static const QHash<QString, CommandLine::Command> commands{
        { u"serve"_s, Serve },
        { u"user"_s, User },
        { u"migrate"_s, Migrate },
        { u"migrate-secrets"_s, MigrateSecrets },
        { u"migrate-database"_s, MigrateDatabase },
        { u"backup"_s, Backup },
        { u"restore"_s, Restore },
        { u"export"_s, Export },
        { u"import"_s, Import },
        { u"verify"_s, Verify },
        { u"doctor"_s, Doctor },
        { u"config"_s, ShowConfig },
    };
    const auto found = commands.constFind(word);
    return found == commands.cend() ? std::nullopt : std::optional(*found);
}

QString helpOf(CommandLine::Command command)
{
    switch (command) {
    case CommandLine::Command::Backup:
        return backupUsage();
    case CommandLine::Command::Restore:
        return restoreUsage();
    case CommandLine::Command::Export:
        return exportUsage();
    case CommandLine::Command::Import:
        return importUsage();
    case CommandLine::Command::Verify:
        return verifyUsage();
    case CommandLine::Command::Doctor:
        return doctorUsage();
    case CommandLine::Command::User:
        return userUsage();
    case CommandLine::Command::Migrate:
        return migrateUsage();
    case CommandLine::Command::MigrateDatabase:
        return copyUsage();
    default:
        return QString::fromLatin1(helpText);
    }
}

/** Parses the words in one pass. The first plain word is the command; options may be before or after it. */
class Words
{
public:
    explicit Words(const QStringList &words) : m_words(words) { }

    Result<CommandLine> parse()
    {
        while (m_at < m_words.size()) {
            RETURN_IF_ERROR(takeWord(m_words.at(m_at++)));
            if (m_line.command == CommandLine::Command::ShowHelp)
                break;
        }
        return m_line;
    }

private:
    bool hasOwnWords() const
    {
        using enum CommandLine::Command;
        return m_line.command != Serve && m_line.command != ShowConfig
            && m_line.command != ShowHelp;
    }

    Result<void> takeWord(const QString &word)
    {
        if (word == u"--help" || word == u"-h")
            return show(helpOf(m_line.command));
        if (hasOwnWords() && !isOption(word)) {
            m_line.rest.append(word);
            return {};
        }
        if (word == u"--version")
            return show(u"postriderd " POSTRIDER_VERSION "\n"_s);
        if (word.startsWith(u'-'))
            return takeOption(word);
        return takeCommand(word);
    }

    /// Whether the word is an option of the program, which may be at any position.
    static bool isOption(const QString &word)
    {
        return word == u"--desktop" || optionNamed(word.section(u'=', 0, 0));
    }

    Result<void> takeOption(const QString &word)
    {
        const qsizetype equals = word.indexOf(u'=');
        const QString name = equals < 0 ? word : word.left(equals);
        if (word == u"--desktop") {
            m_line.sources.commandLine.insert(u"desktop"_s, u"true"_s);
            return {};
        }
        const ValueOption *option = optionNamed(name);
        if (!option)
            return wrong(u"unknown option "_s + name);
        if (equals < 0 && m_at == m_words.size())
            return wrong(name + u" needs a value"_s);
        const QString value = equals < 0 ? m_words.at(m_at++) : word.sliced(equals + 1);
        if (option->key.isEmpty())
            m_line.sources.file = value;
        else
            m_line.sources.commandLine.insert(option->key, value);
        return {};
    }

    Result<void> takeCommand(const QString &word)
    {
        if (m_hasCommand)
            return wrong(u"only one command can be given, not also "_s + word);
        m_hasCommand = true;
        const auto command = commandNamed(word);
        if (!command)
            return wrong(u"unknown command "_s + word);
        m_line.command = *command;
        return {};
    }

    Result<void> show(const QString &text)
    {
        m_line.command = CommandLine::Command::ShowHelp;
        m_line.text = text;
        return {};
    }

    const QStringList &m_words;
    qsizetype m_at = 0;
    bool m_hasCommand = false;
    CommandLine m_line;
};

} // namespace

Result<CommandLine> parseCommandLine(const QStringList &arguments)
{
    return Words(arguments).parse();
}

} // namespace Cli

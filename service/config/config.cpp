// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/config.h"

#include "config/configcheck.h"
#include "config/inifile.h"
#include "config/key.h"

#include <QProcessEnvironment>
#include <QStandardPaths>

using namespace Qt::StringLiterals;
using ConfigField::Key;
using ConfigField::keyNamed;
using ConfigField::keys;

namespace {

// Variables with our prefix that are not settings: the master key and the rules of the log.
bool isReadElsewhere(const QString &variable)
{
    static const QStringList names = { u"POSTRIDER_KEY"_s, u"POSTRIDER_KEY_FILE"_s,
                                       u"POSTRIDER_LOG"_s };
    return names.contains(variable);
}

/** The sections [oauth.NAME] as they were read. */
using OAuthSections = QMap<QString, OAuth::ProviderSettings>;

/// Adds the entry if its key is one of such a section; false: it is another key.
bool takeOAuth(const IniEntry &entry, OAuthSections &sections)
{
    const QStringList parts = entry.key.split(u'.');
    const bool isOne = parts.size() == 3 && parts.at(0) == u"oauth"
        && OAuth::isProviderName(parts.at(1)) && OAuth::providerKeys().contains(parts.at(2));
    if (isOne)
        sections[parts.at(1)].insert(parts.at(2), entry.value);
    return isOne;
}

void readFile(const QString &path, Config &config, QStringList &problems)
{
    const Result<QList<IniEntry>> entries = readIniFile(path);
    if (!entries) {
        problems.append(entries.error().message);
        return;
    }
    OAuthSections sections;
    for (const IniEntry &entry : *entries) {
        if (takeOAuth(entry, sections))
            continue;
        const QString place = u"%1, line %2: "_s.arg(path).arg(entry.line);
        const Key *key = keyNamed(entry.key);
        if (!key) {
            problems.append(place + u"unknown key "_s + entry.key);
            continue;
        }
        const QString problem = key->field.set(config, entry.value);
        if (!problem.isEmpty())
            problems.append(place + entry.key + u' ' + problem);
    }
    for (auto it = sections.cbegin(); it != sections.cend(); ++it) {
        const Result<OAuth::Provider> provider = OAuth::readProvider(it.key(), it.value());
        if (provider)
            config.oauthProviders.insert(it.key(), *provider);
        else
            problems.append(path + u": "_s + provider.error().message);
    }
}

void readEnvironment(const QHash<QString, QString> &variables, CheckedConfig &checked)
{
    QStringList unknown = variables.keys();
    unknown.removeIf(isReadElsewhere);
    for (const Key &key : keys()) {
        if (key.environment.isEmpty() || !variables.contains(key.environment))
            continue;
        unknown.removeAll(key.environment);
        const QString problem = key.field.set(checked.config, variables.value(key.environment));
        if (!problem.isEmpty())
            checked.problems.append(u"environment: "_s + key.environment + u' ' + problem);
    }
    unknown.sort();
    for (const QString &variable : std::as_const(unknown))
        checked.warnings.append(
            u"environment: the variable %1 is unknown and is ignored"_s.arg(variable));
}

void readCommandLine(const QHash<QString, QString> &options, CheckedConfig &checked)
{
    for (auto it = options.cbegin(); it != options.cend(); ++it) {
        const Key *key = keyNamed(it.key());
        Q_ASSERT(key); // the command line has options for known keys only
        const QString problem = key->field.set(checked.config, it.value());
        if (!problem.isEmpty())
            checked.problems.append(u"command line: "_s + it.key() + u' ' + problem);
    }
}

QString defaultDataDir()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + u"/postrider"_s;
}

QString defaultFile()
{
    return QStandardPaths::locate(QStandardPaths::GenericConfigLocation,
                                  u"postrider/postrider.conf"_s);
}

} // namespace

QString Config::database() const
{
    return databaseUrl.isEmpty() ? u"sqlite:"_s + dataDir + u"/postrider.db"_s : databaseUrl;
}

QString Config::attachmentsFolder() const
{
    return attachmentsDir.isEmpty() ? dataDir + u"/attachments-out"_s : attachmentsDir;
}

CheckedConfig checkConfig(const ConfigSources &sources)
{
    CheckedConfig checked;
    checked.file = sources.file.isEmpty() ? defaultFile() : sources.file;
    if (!checked.file.isEmpty())
        readFile(checked.file, checked.config, checked.problems);
    readEnvironment(sources.environment, checked);
    readCommandLine(sources.commandLine, checked);
    if (checked.config.dataDir.isEmpty())
        checked.config.dataDir = defaultDataDir();
    const Result<void> fits = checkTogether(checked.config);
    if (!fits)
        checked.problems.append(fits.error().message);
    return checked;
}

Result<LoadedConfig> loadConfig(const ConfigSources &sources)
{
    CheckedConfig checked = checkConfig(sources);
    if (!checked.problems.isEmpty())
        return Error{ Error::Code::BadRequest, checked.problems.first() };
    return LoadedConfig{ std::move(checked.config), checked.warnings };
}

QList<ConfigKey> configKeys()
{
    QList<ConfigKey> names;
    for (const Key &key : keys())
        names.append({ key.name, key.environment, key.inFile });
    return names;
}

QString describeConfig(const Config &config)
{
    QString text;
    for (const Key &key : keys()) {
        if (key.inFile)
            text += key.name + u" = "_s + key.field.get(config) + u'\n';
    }
    for (const OAuth::Provider &provider : config.oauthProviders)
        text += u"oauth.%1.client_id = %2\n"_s.arg(provider.name, provider.clientId);
    return text;
}

QHash<QString, QString> configEnvironment()
{
    QHash<QString, QString> variables;
    const QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const QString &name : environment.keys()) {
        if (name.startsWith(u"POSTRIDER_"))
            variables.insert(name, environment.value(name));
    }
    return variables;
}

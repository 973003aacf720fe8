// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/userarguments.h"

#include <QHash>

using namespace Qt::StringLiterals;

namespace Cli {

namespace {

using Action = UserArguments::Action;

Error wrong(const QString &message)
{
    return { Error::Code::BadRequest, message };
}

std::optional<Action> actionOf(const QString &word)
{
    static const QHash<QString, Action> actions{ { u"add"_s, Action::Add },
                                                 { u"passwd"_s, Action::Passwd },
                                                 { u"list"_s, Action::List },
                                                 { u"remove"_s, Action::Remove } };
    const auto found = actions.constFind(word);
    return found == actions.cend() ? std::nullopt : std::optional(*found);
}

Result<void> setRole(UserArguments &parsed, const QString &value)
{
    if (value == "admin"_L1)
        parsed.role = Store::Role::Admin;
    else if (value == "user"_L1)
        parsed.role = Store::Role::User;
    else
        return wrong(u"--role is `admin` or `user`, not `%1`."_s.arg(value));
    return {};
}

Result<void> setVisibility(UserArguments &parsed, const QString &value)
{
    if (value != "shared"_L1 && value != "owner"_L1)
        return wrong(u"--visibility is `shared` or `owner`, not `%1`."_s.arg(value));
    parsed.visibility = value;
    return {};
}

Result<void> setOption(UserArguments &parsed, const QString &name, const QString &value)
{
    if (parsed.action == Action::Add && name == "--role"_L1)
        return setRole(parsed, value);
    if (parsed.action == Action::Add && name == "--visibility"_L1)
        return setVisibility(parsed, value);
    return wrong(u"Unknown option `%1`."_s.arg(name));
}

} // namespace

Result<UserArguments> parseUserArguments(const QStringList &arguments)
{
    const auto action = actionOf(arguments.value(0));
    if (!action)
        return wrong(u"Name the action: add, passwd, list or remove."_s);
    UserArguments parsed;
    parsed.action = *action;
    QStringList rest = arguments.mid(1);
    while (!rest.isEmpty()) {
        QString word = rest.takeFirst();
        if (!word.startsWith("--"_L1)) {
            if (!parsed.username.isEmpty() || *action == Action::List)
                return wrong(u"Unknown argument `%1`."_s.arg(word));
            parsed.username = word;
            continue;
        }
        const qsizetype equals = word.indexOf(u'=');
        if (equals < 0 && rest.isEmpty())
            return wrong(u"`%1` needs a value."_s.arg(word));
        const QString value = equals < 0 ? rest.takeFirst() : word.sliced(equals + 1);
        const auto set = setOption(parsed, equals < 0 ? word : word.first(equals), value);
        RETURN_IF_ERROR(set);
    }
    if (parsed.username.isEmpty() && *action != Action::List)
        return wrong(u"Name the user."_s);
    return parsed;
}

QString userUsage()
{
    return u"postriderd user add NAME [--role admin|user] [--visibility shared|owner]\n"
           "postriderd user passwd NAME\n"
           "postriderd user list\n"
           "postriderd user remove NAME\n"
           "\n"
           "Passwords (8 to 256 bytes) are asked for, or read as one line from standard input.\n"_s;
}

} // namespace Cli

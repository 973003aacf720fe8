// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/copyarguments.h"

#include <optional>

using namespace Qt::StringLiterals;

namespace Cli {

namespace {

Error wrong(const QString &message)
{
    return { Error::Code::BadRequest, message };
}

bool isUrl(const QString &text)
{
    return text.startsWith("sqlite:"_L1) || text.contains("://"_L1);
}

Result<Store::DatabaseAddress> addressAfter(const QString &option, const QString &text)
{
    const Result<Store::DatabaseAddress> address =
        Store::databaseAddress(isUrl(text) ? text : u"sqlite:"_s + text);
    return address ? address : wrong(u"%1 %2."_s.arg(option, address.error().message));
}

} // namespace

Result<CopyArguments> parseCopyArguments(const QStringList &arguments)
{
    std::optional<Store::DatabaseAddress> from;
    std::optional<Store::DatabaseAddress> to;
    QStringList rest = arguments;
    while (!rest.isEmpty()) {
        const QString word = rest.takeFirst();
        const qsizetype equals = word.startsWith("--"_L1) ? word.indexOf(u'=') : -1;
        const QString name = equals < 0 ? word : word.first(equals);
        if (name != "--from"_L1 && name != "--to"_L1)
            return wrong(u"Unknown argument `%1`."_s.arg(name));
        if (equals < 0 && rest.isEmpty())
            return wrong(u"`%1` needs a value."_s.arg(name));
        const QString value = equals < 0 ? rest.takeFirst() : word.sliced(equals + 1);
        const Result<Store::DatabaseAddress> address = addressAfter(name, value);
        RETURN_IF_ERROR(address);
        std::optional<Store::DatabaseAddress> &end = name == "--from"_L1 ? from : to;
        if (end)
            return wrong(u"`%1` is given twice."_s.arg(name));
        end = *address;
    }
    if (!from || !to)
        return wrong(u"Name the database to copy with --from, and the empty database with --to."_s);
    return CopyArguments{ *from, *to };
}

QString copyUsage()
{
    return uR"(postriderd migrate-database --from URL|FILE --to URL|FILE

Copies everything from one database to another, which must be empty:
  sqlite:FILE, or just FILE
  postgresql://user:password@host/database
Stop the service first. After an interruption the same command continues where it stopped.
Passwords in a URL can be seen in the list of processes: ?passfile=FILE is better.
)"_s;
}

} // namespace Cli

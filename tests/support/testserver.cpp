// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/testserver.h"

#include "store/sql/connection.h"

#include <QCoreApplication>
#include <QHash>
#include <QSqlError>
#include <QSqlQuery>

using namespace Qt::StringLiterals;

namespace TestServer {

namespace {

QString base()
{
    return qEnvironmentVariable("POSTRIDER_TEST_POSTGRESQL");
}

Store::DatabaseAddress addressOf(const QString &url)
{
    const auto address = Store::databaseAddress(url);
    if (!address)
        qFatal("the test server's URL %s", qPrintable(address.error().message));
    return *address;
}

// A schema instead of a database: the service works in it in the same way, and making one takes less time.
QString make()
{
    static int number = 0;
    const QString name = u"t%1_%2"_s.arg(QCoreApplication::applicationPid()).arg(++number);
    const auto connection =
        Store::Connection::open(addressOf(base()), Store::Connection::Kind::Writer);
    if (!connection)
        qFatal("%s", qPrintable(connection.error().message));
    QSqlQuery query((*connection)->handle());
    if (!query.exec(u"CREATE SCHEMA "_s + name))
        qFatal("%s", qPrintable(query.lastError().text()));
    return base() + u"&options=-c%20search_path%3D"_s + name;
}

} // namespace

bool isUsed()
{
    return !base().isEmpty();
}

Store::DatabaseAddress newAddress(const QString &file)
{
    return isUsed() ? addressOf(make()) : addressOf(u"sqlite:"_s + file);
}

Store::DatabaseOptions optionsIn(const QString &folder)
{
    static QHash<QString, QString> urls;
    Store::DatabaseOptions options;
    options.file = folder + u"/mail.db"_s;
    if (!isUsed())
        return options;
    if (!urls.contains(folder))
        urls.insert(folder, make());
    options.url = urls.value(folder);
    return options;
}

Store::DatabaseAddress addressIn(const QString &folder)
{
    const Store::DatabaseOptions options = optionsIn(folder);
    return addressOf(isUsed() ? options.url : u"sqlite:"_s + options.file);
}

} // namespace TestServer

// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/testserver.h"

#include "store/connection.h"

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

QString urlOf(const QString &name)
{
    QString url = base();
    return url.replace(u"/DATABASE"_s, u'/' + name);
}

QString nextName()
{
    static int number = 0;
    return u"t%1_%2"_s.arg(QCoreApplication::applicationPid()).arg(++number);
}

QString make(const QString &clause)
{
    const QString name = nextName();
    const auto connection =
        Store::Connection::open(addressOf(urlOf(u"postgres"_s)), Store::Connection::Kind::Writer);
    if (!connection)
        qFatal("%s", qPrintable(connection.error().message));
    QSqlQuery query((*connection)->handle());
    if (!query.exec(u"CREATE DATABASE %1 %2"_s.arg(name, clause)))
        qFatal("%s", qPrintable(query.lastError().text()));
    return urlOf(name);
}

} // namespace

bool isUsed()
{
    return !base().isEmpty();
}

QString newDatabase()
{
    return make(u"TEMPLATE template0"_s);
}

QString copyOf(const QString &url)
{
    return make(u"TEMPLATE "_s + addressOf(url).name);
}

Store::DatabaseAddress newAddress(const QString &file)
{
    return isUsed() ? addressOf(newDatabase()) : addressOf(u"sqlite:"_s + file);
}

Store::DatabaseOptions optionsIn(const QString &folder)
{
    static QHash<QString, QString> urls;
    Store::DatabaseOptions options;
    options.file = folder + u"/mail.db"_s;
    if (!isUsed())
        return options;
    if (!urls.contains(folder))
        urls.insert(folder, newDatabase());
    options.url = urls.value(folder);
    return options;
}

Store::DatabaseAddress addressIn(const QString &folder)
{
    const Store::DatabaseOptions options = optionsIn(folder);
    return addressOf(isUsed() ? options.url : u"sqlite:"_s + options.file);
}

} // namespace TestServer

// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/databaseaddress.h"

#include "store/sql/dialect.h"
#include "store/sql/timelimits.h"

#include <QStringList>
#include <QUrl>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Store {

namespace {

Error wrong(const QString &problem)
{
    return { Error::Code::BadRequest, problem };
}

QString decoded(QStringView text)
{
    return QUrl::fromPercentEncoding(text.toUtf8());
}

// https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-PARAMKEYWORDS, without the parameters that
// other parts of the URL or this program set, and without `password`, which must stand before the @.
bool isKnown(const QString &option)
{
    static const QStringList known = {
        u"host"_s,
        u"port"_s,
        u"hostaddr"_s,
        u"passfile"_s,
        u"require_auth"_s,
        u"channel_binding"_s,
        u"connect_timeout"_s,
        u"options"_s,
        u"application_name"_s,
        u"keepalives"_s,
        u"keepalives_idle"_s,
        u"keepalives_interval"_s,
        u"keepalives_count"_s,
        u"tcp_user_timeout"_s,
        u"gssencmode"_s,
        u"sslmode"_s,
        u"sslcert"_s,
        u"sslkey"_s,
        u"sslrootcert"_s,
        u"sslcrl"_s,
        u"sslcrldir"_s,
        u"sslsni"_s,
        u"ssl_min_protocol_version"_s,
        u"ssl_max_protocol_version"_s,
        u"krbsrvname"_s,
        u"gsslib"_s,
        u"target_session_attrs"_s,
        u"load_balance_hosts"_s,
    };
    return known.contains(option);
}

/** Parses a PostgreSQL URL. QUrl supports only one host. */
class UrlReader
{
public:
    explicit UrlReader(QStringView rest) : m_rest(rest) { }

    Result<DatabaseAddress> read()
    {
        m_address.engine = Engine::Postgresql;
        const QStringView query = cutAfter(u'?');
        const QStringView name = cutAfter(u'/');
        readLogin();
        m_address.name = decoded(name);
        readHosts();
        for (const QStringView pair : query.split(u'&', Qt::SkipEmptyParts)) {
            RETURN_IF_ERROR(takeOption(pair));
        }
        if (m_address.name.isEmpty())
            return wrong(u"has no database name: write postgresql://user:password@host/database"_s);
        addDefaults();
        m_address.options = m_options.join(u' ');
        m_address.shown = shown(name, query);
        return m_address;
    }

private:
    // Cuts off and returns the text after the first `mark`; the mark is dropped.
    QStringView cutAfter(QChar mark)
    {
        const qsizetype at = m_rest.indexOf(mark);
        if (at < 0)
            return {};
        const QStringView behind = m_rest.sliced(at + 1);
        m_rest = m_rest.first(at);
        return behind;
    }

    void readLogin()
    {
        const qsizetype at = m_rest.lastIndexOf(u'@');
        if (at < 0)
            return;
        const QStringView login = m_rest.first(at);
        const qsizetype colon = login.indexOf(u':');
        m_address.user = decoded(colon < 0 ? login : login.first(colon));
        if (colon >= 0)
            m_address.password = decoded(login.sliced(colon + 1));
        m_rest = m_rest.sliced(at + 1);
    }

    void readHosts()
    {
        if (m_rest.isEmpty())
            return;
        QStringList hosts;
        QStringList ports;
        for (const QStringView one : m_rest.split(u',')) {
            const qsizetype end = one.startsWith(u'[') ? one.indexOf(u']') : 0;
            const qsizetype colon = one.indexOf(u':', std::max<qsizetype>(end, 0));
            QString host = decoded(colon < 0 ? one : one.first(colon));
            if (host.startsWith(u'[') && host.endsWith(u']'))
                host = host.sliced(1, host.size() - 2);
            hosts.append(host);
            ports.append(colon < 0 ? QString() : decoded(one.sliced(colon + 1)));
        }
        add(u"host"_s, hosts.join(u','));
        if (!ports.join(QString()).isEmpty())
            add(u"port"_s, ports.join(u','));
    }

    Result<void> takeOption(QStringView pair)
    {
        const qsizetype equals = pair.indexOf(u'=');
        const QString name = decoded(equals < 0 ? pair : pair.first(equals));
        const QString value = equals < 0 ? QString() : decoded(pair.sliced(equals + 1));
        if (name == u"user" || name == u"password" || name == u"dbname")
            return wrong(u"must have user, password and database in the form "
                         "postgresql://user:password@host/database"_s);
        if (!isKnown(name))
            return wrong(u"has the parameter %1, which libpq does not support"_s.arg(name));
        if (value.contains(u';')) // QtSql splits options there
            return wrong(u"has a semicolon in the parameter %1"_s.arg(name));
        add(name, value);
        return {};
    }

    void add(const QString &name, QString value)
    {
        value.replace(u'\\', u"\\\\"_s).replace(u'\'', u"\\'"_s);
        m_options.append(u"%1='%2'"_s.arg(name, value));
    }

    void addDefault(const QString &name, const QString &value)
    {
        const bool isSaid = std::ranges::any_of(
            m_options, [&](const QString &option) { return option.startsWith(name + u'='); });
        if (!isSaid)
            add(name, value);
    }

    // With these, a server that disappears silently is detected in seconds, not in two hours.
    void addDefaults()
    {
        const auto number = [](auto duration) {
            return QString::number(duration.count());
        };
        addDefault(u"connect_timeout"_s, number(TimeLimits::connect));
        addDefault(u"keepalives_idle"_s, number(TimeLimits::keepaliveIdle));
        addDefault(u"keepalives_interval"_s, number(TimeLimits::keepaliveInterval));
        addDefault(u"keepalives_count"_s, QString::number(TimeLimits::keepaliveCount));
        addDefault(u"tcp_user_timeout"_s, number(TimeLimits::tcpUser));
        addDefault(u"application_name"_s, u"postrider"_s);
    }

    QString shown(QStringView name, QStringView query) const
    {
        QString login = QString::fromLatin1(QUrl::toPercentEncoding(m_address.user));
        if (!m_address.password.isEmpty())
            login += u":***"_s;
        QString url = u"postgresql://%1%2%3/%4"_s.arg(login, login.isEmpty() ? QString() : u"@"_s,
                                                      m_rest.toString(), name.toString());
        return query.isEmpty() ? url : url + u'?' + query.toString();
    }

    QStringView m_rest;
    QStringList m_options;
    DatabaseAddress m_address;
};

} // namespace

bool DatabaseAddress::isFile() const
{
    return !dialectOf(engine).hasServer();
}

Result<DatabaseAddress> databaseAddress(const QString &url)
{
    if (url.startsWith(u"sqlite:")) {
        const QString file = url.sliced(7);
        if (file.isEmpty())
            return wrong(u"has no file name after sqlite:"_s);
        DatabaseAddress address;
        address.file = file;
        address.shown = url;
        return address;
    }
    for (const QStringView scheme : { u"postgresql://", u"postgres://" }) {
        if (url.startsWith(scheme))
            return UrlReader(QStringView(url).sliced(scheme.size())).read();
    }
    return wrong(u"must be sqlite:FILE or postgresql://user:password@host/database"_s);
}

Result<DatabaseAddress> poolAddress(const QString &url)
{
    Result<DatabaseAddress> address = databaseAddress(url);
    RETURN_IF_ERROR(address);
    if (address->isFile())
        return wrong(u"must be the postgresql:// URL of a pooler"_s);
    address->isPooled = true;
    return address;
}

} // namespace Store

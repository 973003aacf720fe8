// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/sql/databaseaddress.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

/** What the URL of a database means, and that shown addresses do not contain the password. */
class tst_DatabaseAddress : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void readsUrls_data();
    void readsUrls();
    void refusesOthers_data();
    void refusesOthers();
    void showsNoPassword();
    void leavesWhatTheUrlSaysAsItIs();
};

void tst_DatabaseAddress::readsUrls_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QStringList>("login"); // database, user, password
    QTest::addColumn<QString>("options");   // the beginning of the options

    const auto row = [](const char *name, const QString &url, const QStringList &login,
                        const QString &options) {
        QTest::newRow(name) << url << login << options;
    };
    row("plain", u"postgresql://anna:secret@db.example/mail"_s,
        { u"mail"_s, u"anna"_s, u"secret"_s }, u"host='db.example' connect_timeout"_s);
    row("short scheme", u"postgres://anna@db/mail"_s, { u"mail"_s, u"anna"_s, u""_s },
        u"host='db' "_s);
    row("port", u"postgresql://anna@db:5433/mail"_s, { u"mail"_s, u"anna"_s, u""_s },
        u"host='db' port='5433' "_s);
    row("IPv6", u"postgresql://anna@[::1]:5433/mail"_s, { u"mail"_s, u"anna"_s, u""_s },
        u"host='::1' port='5433' "_s);
    row("socket", u"postgresql:///mail?host=/run/postgresql"_s, { u"mail"_s, u""_s, u""_s },
        u"host='/run/postgresql' "_s);
    row("cluster", u"postgresql://a@one:1,two:2/mail?target_session_attrs=read-write"_s,
        { u"mail"_s, u"a"_s, u""_s },
        u"host='one,two' port='1,2' target_session_attrs='read-write' "_s);
    row("percent", u"postgresql://an%40na:p%3A%2F%3F%23@db/ma%20il"_s,
        { u"ma il"_s, u"an@na"_s, u"p:/?#"_s }, u"host='db' "_s);
    row("at in the password", u"postgresql://anna:p@ss@db/mail"_s,
        { u"mail"_s, u"anna"_s, u"p@ss"_s }, u"host='db' "_s);
    row("TLS", u"postgresql://a@db/mail?sslmode=verify-full&sslrootcert=/etc/a%20b.pem"_s,
        { u"mail"_s, u"a"_s, u""_s },
        u"host='db' sslmode='verify-full' sslrootcert='/etc/a b.pem' "_s);
    row("quote", u"postgresql://a@db/mail?options=-c%20x='y\\"_s, { u"mail"_s, u"a"_s, u""_s },
        u"host='db' options='-c x=\\'y\\\\' "_s);
}

void tst_DatabaseAddress::readsUrls()
{
    QFETCH(QString, url);
    QFETCH(QStringList, login);
    QFETCH(QString, options);
    const Result<DatabaseAddress> address = databaseAddress(url);
    QVERIFY(address.ok());
    QCOMPARE(address->engine, Engine::Postgresql);
    QCOMPARE((QStringList{ address->name, address->user, address->password }), login);
    QVERIFY2(address->options.startsWith(options), qPrintable(address->options));
}

void tst_DatabaseAddress::refusesOthers_data()
{
    QTest::addColumn<QString>("url");
    QTest::newRow("another engine") << u"mysql://anna:secret@db/mail"_s;
    QTest::newRow("no file") << u"sqlite:"_s;
    QTest::newRow("no database") << u"postgresql://anna:secret@db"_s;
    QTest::newRow("empty database") << u"postgresql://anna:secret@db/"_s;
    QTest::newRow("password twice") << u"postgresql://anna@db/mail?password=secret"_s;
    QTest::newRow("unknown parameter") << u"postgresql://anna:secret@db/mail?colour=red"_s;
    QTest::newRow("semicolon") << u"postgresql://anna:secret@db/mail?sslmode=a%3Bb"_s;
}

void tst_DatabaseAddress::refusesOthers()
{
    QFETCH(QString, url);
    const Result<DatabaseAddress> address = databaseAddress(url);
    QVERIFY(!address);
    QCOMPARE(address.error().code, Error::Code::BadRequest);
    QVERIFY(!address.error().message.contains(u"secret"));
}

void tst_DatabaseAddress::showsNoPassword()
{
    const auto address =
        databaseAddress(u"postgres://anna:p@ss%2Fword@db:1/mail?sslmode=require"_s);
    QVERIFY(address.ok());
    QCOMPARE(address->shown, u"postgresql://anna:***@db:1/mail?sslmode=require"_s);
}

void tst_DatabaseAddress::leavesWhatTheUrlSaysAsItIs()
{
    const auto address = databaseAddress(u"postgresql://a@db/mail?connect_timeout=1"_s);
    QVERIFY(address.ok());
    QCOMPARE(address->options.count(u"connect_timeout"_s), 1);
    QVERIFY(address->options.contains(u"keepalives_idle='5'"_s));
}

QTEST_GUILESS_MAIN(tst_DatabaseAddress)
#include "tst_databaseaddress.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/userarguments.h"

#include <QTest>

using namespace Qt::StringLiterals;
using Action = Cli::UserArguments::Action;

class UserArgumentsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void understands_data();
    void understands();
    void refuses_data();
    void refuses();
};

void UserArgumentsTest::understands_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<Cli::UserArguments>("expected");
    const auto row = [](const QString &line, const Cli::UserArguments &expected) {
        QTest::newRow(qPrintable(line)) << line << expected;
    };
    row(u"list"_s, {});
    row(u"add anna"_s, { Action::Add, u"anna"_s, {}, {} });
    row(u"add anna --role admin"_s, { Action::Add, u"anna"_s, Store::Role::Admin, {} });
    row(u"add --role=user anna --visibility owner"_s,
        { Action::Add, u"anna"_s, Store::Role::User, u"owner"_s });
    row(u"add anna --visibility=shared"_s, { Action::Add, u"anna"_s, {}, u"shared"_s });
    row(u"passwd anna"_s, { Action::Passwd, u"anna"_s, {}, {} });
    row(u"remove anna"_s, { Action::Remove, u"anna"_s, {}, {} });
}

void UserArgumentsTest::understands()
{
    QFETCH(QString, line);
    QFETCH(Cli::UserArguments, expected);
    const auto parsed = Cli::parseUserArguments(line.split(u' '));
    QVERIFY2(parsed, parsed ? "" : qPrintable(parsed.error().message));
    QCOMPARE(*parsed, expected);
}

void UserArgumentsTest::refuses_data()
{
    QTest::addColumn<QString>("line");
    for (const char *line :
         { "", "frob", "add", "passwd", "remove", "list anna", "add a b", "add a --role boss",
           "add a --role", "add a --visibility all", "add a --visibility=", "passwd a --role admin",
           "add a --password x", "remove a --force yes" })
        QTest::newRow(*line ? line : "nothing") << QString::fromLatin1(line);
}

void UserArgumentsTest::refuses()
{
    QFETCH(QString, line);
    const auto parsed = Cli::parseUserArguments(line.split(u' ', Qt::SkipEmptyParts));
    QVERIFY(!parsed);
    QCOMPARE(parsed.error().code, Error::Code::BadRequest);
}

QTEST_APPLESS_MAIN(UserArgumentsTest)
#include "tst_userarguments.moc"

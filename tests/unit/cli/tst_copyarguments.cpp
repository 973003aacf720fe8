// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/copyarguments.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Cli;

class CopyArgumentsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesUrlsAndFiles_data();
    void takesUrlsAndFiles();
    void refuses_data();
    void refuses();
};

void CopyArgumentsTest::takesUrlsAndFiles_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    const QString url = u"postgresql://anna:***@host/mail"_s;
    QTest::newRow("file to URL") << u"--from /a/b.db --to postgresql://anna:secret@host/mail"_s
                                 << u"sqlite:/a/b.db"_s << url;
    QTest::newRow("URL to URL") << u"--to=sqlite:x.db --from=postgresql://anna:secret@host/mail"_s
                                << url << u"sqlite:x.db"_s;
    QTest::newRow("relative") << u"--from ./a.db --to b"_s << u"sqlite:./a.db"_s << u"sqlite:b"_s;
}

void CopyArgumentsTest::takesUrlsAndFiles()
{
    QFETCH(QString, line);
    const auto parsed = parseCopyArguments(line.split(u' '));
    QVERIFY(parsed);
    QTEST(parsed->from.shown, "from");
    QTEST(parsed->to.shown, "to");
}

void CopyArgumentsTest::refuses_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("message");
    QTest::newRow("nothing")
        << u""_s << u"Name the database to copy with --from, and the empty database with --to."_s;
    QTest::newRow("one")
        << u"--from a"_s
        << u"Name the database to copy with --from, and the empty database with --to."_s;
    QTest::newRow("no value") << u"--from a --to"_s << u"`--to` needs a value."_s;
    QTest::newRow("unknown") << u"--into=a"_s << u"Unknown argument `--into`."_s;
    QTest::newRow("a word") << u"a b"_s << u"Unknown argument `a`."_s;
    QTest::newRow("twice") << u"--to a --to b --from c"_s << u"`--to` is given twice."_s;
    QTest::newRow("another engine")
        << u"--from mysql://h/d --to b"_s
        << u"--from must be sqlite:FILE or postgresql://user:password@host/database."_s;
    QTest::newRow("empty") << u"--from= --to b"_s << u"--from has no file name after sqlite:."_s;
}

void CopyArgumentsTest::refuses()
{
    QFETCH(QString, line);
    const auto parsed = parseCopyArguments(line.split(u' ', Qt::SkipEmptyParts));
    QVERIFY(!parsed);
    QTEST(parsed.error().message, "message");
}

QTEST_GUILESS_MAIN(CopyArgumentsTest)
#include "tst_copyarguments.moc"

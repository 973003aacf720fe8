// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/doctorarguments.h"
#include "cli/importarguments.h"
#include "cli/progressbar.h"
#include "cli/verifyarguments.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Cli;

class TestToolArguments : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsWhatIsAsked();
    void refuses_data();
    void refuses();
    void progressSaysHowFarItIs();
    void progressIsForTerminalsOnly();
};

void TestToolArguments::readsWhatIsAsked()
{
    QCOMPARE(*parseDoctorArguments({ u"--login"_s, u"--json"_s }), (DoctorArguments{ true, true }));
    QCOMPARE(*parseVerifyArguments({ u"--account=1"_s, u"--folder"_s, u"A b"_s, u"--json"_s }),
             (VerifyArguments{ u"1"_s, u"A b"_s, true }));
    QCOMPARE(*parseImportArguments(
                 { u"a"_s, u"--account"_s, u"b"_s, u"--folder=c/d"_s, u"--format"_s, u"mboxo"_s }),
             (ImportArguments{ u"a"_s, u"b"_s, u"c/d"_s, MailFiles::SourceFormat::MboxO }));
}

void TestToolArguments::refuses_data()
{
    QTest::addColumn<QString>("line");
    for (const char *line :
         { "doctor x", "doctor --log", "verify --json", "verify --account", "verify --account 1 x",
           "verify --account 1 --folder=", "import a", "import a --account 1",
           "import --account 1 --folder b", "import a b --account 1 --folder c",
           "import a --account 1 --folder c/", "import a --account 1 --folder c --format pst" })
        QTest::newRow(line) << QString::fromLatin1(line);
}

void TestToolArguments::refuses()
{
    QFETCH(QString, line);
    const QStringList words = line.split(u' ');
    const QStringList rest = words.sliced(1);
    if (words.first() == u"doctor")
        QVERIFY(!parseDoctorArguments(rest));
    else if (words.first() == u"verify")
        QVERIFY(!parseVerifyArguments(rest));
    else
        QVERIFY(!parseImportArguments(rest));
}

void TestToolArguments::progressSaysHowFarItIs()
{
    QCOMPARE(progressLine(u"INBOX"_s, 500, 1000, 2000, 4000),
             u"INBOX [##########..........] 50%, 2,000 mails, 500/s"_s);
    QCOMPARE(progressLine(u"INBOX"_s, 0, 0, 0, 0),
             u"INBOX [....................] 0%, 0 mails, 0/s"_s);
    QVERIFY(progressLine(u"INBOX"_s, 3, 2, 3, 1000).contains(u"100%"_s));
}

void TestToolArguments::progressIsForTerminalsOnly()
{
    QString said;
    QTextStream out(&said);
    ProgressBar(out, false).update(u"INBOX"_s, 1, 2, 1);
    QCOMPARE(said, QString());
    ProgressBar(out, true).update(u"INBOX"_s, 1, 2, 1);
    QVERIFY(said.contains(u"50%"_s));
    QVERIFY(said.endsWith(u"\r\x1b[K"_s));
}

QTEST_GUILESS_MAIN(TestToolArguments)
#include "tst_toolarguments.moc"

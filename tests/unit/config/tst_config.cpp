// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/config.h"
#include "config/inifile.h"

#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

class tst_Config : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void readsIniLines_data();
    void readsIniLines();
    void refusesBrokenIniLines_data();
    void refusesBrokenIniLines();
    void commandLineBeatsEnvironmentBeatsFileBeatsDefault();
    void readsOriginsFromTheEnvironment();
    void readsHowManyAUserMayHave();
    void readsProvidersOfSignIns();
    void refusesBadValues_data();
    void refusesBadValues();
    void namesFileAndLineOfAnUnknownKey();
    void namesAllThatIsWrong();
    void warnsOfAnUnknownVariable();
    void refusesAShortSigningSecret();

private:
    QString fileWith(const QByteArray &text);
    QTemporaryDir dir;
};

QString tst_Config::fileWith(const QByteArray &text)
{
    QFile file(dir.filePath(u"postrider.conf"_s));
    if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate) || file.write(text) != text.size())
        qFatal("cannot write the test's configuration file");
    return file.fileName();
}

void tst_Config::readsIniLines_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QList<IniEntry>>("entries");
    using Entries = QList<IniEntry>;
    QTest::newRow("empty") << u""_s << Entries{};
    QTest::newRow("comments") << u"# a\n; b\n\n"_s << Entries{};
    QTest::newRow("trimmed") << u"  a = b c \r\n"_s << Entries{ { u"a"_s, u"b c"_s, 1 } };
    QTest::newRow("section") << u"[sync]\nthreads=3\n"_s
                             << Entries{ { u"sync.threads"_s, u"3"_s, 2 } };
    QTest::newRow("quotes, commas and backslashes stay")
        << u"a=\" x,y\\z \"\nb=\"\n"_s
        << Entries{ { u"a"_s, u" x,y\\z "_s, 1 }, { u"b"_s, u"\""_s, 2 } };
    QTest::newRow("empty value") << u"a=\n"_s << Entries{ { u"a"_s, u""_s, 1 } };
}

void tst_Config::readsIniLines()
{
    QFETCH(QString, text);
    const Result<QList<IniEntry>> parsed = parseIni(text, u"f"_s);
    QVERIFY(parsed.ok());
    QTEST(*parsed, "entries");
}

void tst_Config::refusesBrokenIniLines_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    QTest::newRow("no equals sign") << u"\nlisten\n"_s << u"f, line 2: expected key = value"_s;
    QTest::newRow("no key") << u"=1\n"_s << u"f, line 1: expected key = value"_s;
    QTest::newRow("open section") << u"[sync\n"_s
                                  << u"f, line 1: the section has no closing bracket"_s;
    QTest::newRow("twice") << u"a=1\na=2\n"_s << u"f, line 2: a is set twice"_s;
}

void tst_Config::refusesBrokenIniLines()
{
    QFETCH(QString, text);
    const Result<QList<IniEntry>> parsed = parseIni(text, u"f"_s);
    QVERIFY(!parsed.ok());
    QTEST(parsed.error().message, "message");
}

void tst_Config::commandLineBeatsEnvironmentBeatsFileBeatsDefault()
{
    ConfigSources sources;
    sources.file = fileWith("sync.threads=3\n");
    QCOMPARE(loadConfig(sources)->config.syncThreads, 3);
    QCOMPARE(loadConfig(sources)->config.listenPort, 8725);
    QVERIFY(!loadConfig(sources)->config.isListenChosen);

    sources.file = fileWith("listen=127.0.0.1:1000\n");
    QCOMPARE(loadConfig(sources)->config.listenPort, 1000);
    QVERIFY(loadConfig(sources)->config.isListenChosen);
    sources.environment.insert(u"POSTRIDER_LISTEN"_s, u"[::1]:2000"_s);
    QCOMPARE(loadConfig(sources)->config.listenPort, 2000);
    sources.commandLine.insert(u"listen"_s, u"127.0.0.1:3000"_s);
    QCOMPARE(loadConfig(sources)->config.listenPort, 3000);
}

void tst_Config::readsOriginsFromTheEnvironment()
{
    ConfigSources sources;
    sources.file = fileWith("cors_origins=https://file.example.org\n");
    sources.environment.insert(u"POSTRIDER_CORS_ORIGINS"_s,
                               u"https://a.example.org, http://localhost:3000"_s);
    const Result<LoadedConfig> loaded = loadConfig(sources);
    QVERIFY(loaded.ok());
    QCOMPARE(loaded->warnings, QStringList());
    QCOMPARE(loaded->config.corsOrigins,
             QStringList({ u"https://a.example.org"_s, u"http://localhost:3000"_s }));
}

void tst_Config::readsHowManyAUserMayHave()
{
    ConfigSources sources;
    sources.file = fileWith("");
    const Config standard = loadConfig(sources)->config;
    QCOMPARE(standard.maxAccountsPerUser, 500);
    QCOMPARE(standard.maxWebhooksPerUser, 100);
    QCOMPARE(standard.maxDraftsPerUser, 10'000);
    sources.file =
        fileWith("[limits]\naccounts_per_user=1\nwebhooks_per_user=0\ndrafts_per_user=3\n");
    const Config config = loadConfig(sources)->config;
    QCOMPARE(config.maxAccountsPerUser, 1);
    QCOMPARE(config.maxWebhooksPerUser, 0);
    QCOMPARE(config.maxDraftsPerUser, 3);
    sources.file = fileWith("limits.webhooks_per_user=-1\n");
    QVERIFY(!loadConfig(sources).ok());
}

void tst_Config::readsProvidersOfSignIns()
{
    const QString file = fileWith("[oauth]\nallowed_networks = 10.0.0.0/8\n"
                                  "[oauth.google]\nclient_id = g\nclient_secret = hidden\n"
                                  "[oauth.house]\nclient_id = h\nlabel = The House\n"
                                  "authorization_url = https://id.example.org/a\n"
                                  "token_url = https://id.example.org/t\n");
    const Result<LoadedConfig> loaded = loadConfig({ file, {}, {} });
    QVERIFY2(loaded.ok(), loaded ? "" : qPrintable(loaded.error().message));
    const OAuth::Providers &providers = loaded->config.oauthProviders;
    QCOMPARE(providers.keys(), (QStringList{ u"google"_s, u"house"_s }));
    QCOMPARE(providers.value(u"google"_s).clientSecret, u"hidden"_s);
    QCOMPARE(providers.value(u"house"_s).label, u"The House"_s);
    const QString described = describeConfig(loaded->config);
    QVERIFY(described.contains(u"oauth.google.client_id = g\n"_s));
    QVERIFY(!described.contains(u"hidden"_s));
}

void tst_Config::refusesBadValues_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("port too large") << QByteArray("listen=127.0.0.1:65536");
    QTest::newRow("no port") << QByteArray("listen=127.0.0.1");
    QTest::newRow("host name") << QByteArray("listen=example.org:80");
    QTest::newRow("not a number") << QByteArray("sync.threads=two");
    QTest::newRow("too small") << QByteArray("sync.threads=0");
    QTest::newRow("not a choice") << QByteArray("visibility=all");
    QTest::newRow("not a boolean") << QByteArray("mail.allow_private=yes");
    QTest::newRow("certificate without key") << QByteArray("tls_cert=/dev/null");
    QTest::newRow("no such file") << QByteArray("mail.extra_ca=/nowhere/ca.pem");
    QTest::newRow("sign-in without a client") << QByteArray("[oauth.google]\nlabel = Google");
    QTest::newRow("unknown key of a sign-in") << QByteArray("[oauth.google]\nsecret = x");
    QTest::newRow("sign-in with a strange name") << QByteArray("[oauth.Goo gle]\nclient_id = x");
    QTest::newRow("sign-in in plain text")
        << QByteArray("[oauth.google]\nclient_id = x\ntoken_url = http://example.org/t");
    QTest::newRow("unknown database") << QByteArray("database_url=mysql://x");
    QTest::newRow("pooler of a file")
        << QByteArray("database_pool_url=postgresql://pooler/postrider");
    QTest::newRow("file instead of a pooler")
        << QByteArray("database_url=postgresql://a/b\ndatabase_pool_url=sqlite:/a.db");
    QTest::newRow("limits that contradict") << QByteArray("sync.retry_max=1");
}

void tst_Config::refusesBadValues()
{
    QFETCH(QByteArray, line);
    ConfigSources sources;
    sources.file = fileWith(line + '\n');
    QVERIFY(!loadConfig(sources).ok());
}

void tst_Config::namesFileAndLineOfAnUnknownKey()
{
    ConfigSources sources;
    sources.file = fileWith("# fine\nlissten=127.0.0.1:1\n");
    const Result<LoadedConfig> loaded = loadConfig(sources);
    QVERIFY(!loaded.ok());
    QCOMPARE(loaded.error().message, sources.file + u", line 2: unknown key lissten"_s);
}

void tst_Config::namesAllThatIsWrong()
{
    const QString file = fileWith("a = b\nlisten = x\ndata_dir = /data\n");
    const CheckedConfig checked =
        checkConfig({ file, { { u"secrets"_s, u"nowhere"_s } }, { { u"POSTRIDER_X"_s, u"y"_s } } });
    QCOMPARE(checked.file, file);
    QCOMPARE(checked.problems.size(), 3);
    QCOMPARE(checked.problems[0], file + u", line 1: unknown key a"_s);
    QVERIFY(checked.problems[1].startsWith(file + u", line 2: listen "_s));
    QVERIFY(checked.problems[2].startsWith(u"command line: secrets "_s));
    QCOMPARE(checked.warnings.size(), 1);
    QCOMPARE(checked.config.dataDir, u"/data"_s);
}

void tst_Config::warnsOfAnUnknownVariable()
{
    ConfigSources sources;
    sources.file = fileWith("");
    sources.environment = { { u"POSTRIDER_SERVICE_PORT"_s, u"tcp://10.0.0.1"_s },
                            { u"POSTRIDER_KEY"_s, u"read elsewhere"_s } };
    const Result<LoadedConfig> loaded = loadConfig(sources);
    QVERIFY(loaded.ok());
    QCOMPARE(loaded->warnings,
             QStringList{
                 u"environment: the variable POSTRIDER_SERVICE_PORT is unknown and is ignored"_s });
}

void tst_Config::refusesAShortSigningSecret()
{
    ConfigSources sources;
    sources.file = fileWith("");
    sources.environment.insert(u"POSTRIDER_JWT_SECRET"_s, QString(31, u'x'));
    QVERIFY(!loadConfig(sources).ok());
    sources.environment.insert(u"POSTRIDER_JWT_SECRET"_s, QString(32, u'x'));
    QVERIFY(loadConfig(sources).ok());
}

QTEST_GUILESS_MAIN(tst_Config)
#include "tst_config.moc"

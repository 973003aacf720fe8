// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/settings.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Session;
using namespace Qt::StringLiterals;

class TestSettings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsWhatWasChosen();
    void readsNonsenseAsDefaults();
    void signalsChangesOnly();
    void takesWhatWasChosenAndLeavesTheRest();
    void sendsPasswordsOverTlsOnly_data();
    void sendsPasswordsOverTlsOnly();
};

void TestSettings::keepsWhatWasChosen()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(u"deep/tray.conf"_s);
    Preferences chosen;
    chosen.isRemote = true;
    chosen.server = QUrl(u"https://mail.example.org/post"_s);
    chosen.startService = chosen.showNotices = false;
    chosen.content = Preferences::Content::CountOnly;
    chosen.playSound = true;
    chosen.quiet = { true, QTime(21, 30), QTime(6, 15), 1'780'000'000, 1'780'003'600 };
    chosen.muted = { 3, 17 };
    chosen.ignoredUpTo = 4'711;
    chosen.iconStyle = Preferences::IconStyle::Dark;
    Settings(file).setPreferences(chosen);
    QCOMPARE(Settings(file).preferences(), chosen);
}

void TestSettings::readsNonsenseAsDefaults()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(u"tray.conf"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("\x01\xff[[[\n[notices]\ncontent=everything\nmuted=a, b\n[quiet]\nfrom=25:99\n"
               "[icon]\nstyle=7\npatience=-3\n");
    file.close();
    const Settings settings(file.fileName());
    QCOMPARE(settings.preferences(), Preferences());
    QCOMPARE(settings.trayPatience(), 0);
}

void TestSettings::signalsChangesOnly()
{
    const QTemporaryDir folder;
    Settings settings(folder.filePath(u"tray.conf"_s));
    const QSignalSpy changed(&settings, &Settings::changed);
    settings.setPreferences(settings.preferences());
    QCOMPARE(changed.size(), 0);
    Preferences other;
    other.playSound = true;
    settings.setPreferences(other);
    QCOMPARE(changed.size(), 1);
}

void TestSettings::takesWhatWasChosenAndLeavesTheRest()
{
    Preferences before;
    before.muted = { 1, 2, 77 };
    Preferences chosen = before; // chosen in a window that was opened at that time
    chosen.playSound = true;
    chosen.quiet.isDaily = true;
    chosen.muted = { 2, 3, 77 };
    Preferences now = before; // changed in the menu meanwhile
    now.quiet.pausedAt = 1'000;
    now.quiet.pausedUntil = 2'000;
    now.ignoredUpTo = 9;
    now.muted = { 1, 2, 5 };
    Preferences expected = now;
    expected.playSound = true;
    expected.quiet.isDaily = true;
    expected.muted = { 2, 3, 5 };
    QCOMPARE(withChanges(now, before, chosen), expected);
    QCOMPARE(withChanges(now, before, before), now);
}

void TestSettings::sendsPasswordsOverTlsOnly_data()
{
    QTest::addColumn<QString>("address");
    QTest::addColumn<bool>("isGood");
    QTest::newRow("https") << u"https://mail.example.org"_s << true;
    QTest::newRow("http here") << u"http://127.0.0.1:8725"_s << true;
    QTest::newRow("http here, by name") << u"http://localhost:8725"_s << true;
    QTest::newRow("http here, IPv6") << u"http://[::1]:8725"_s << true;
    QTest::newRow("http elsewhere") << u"http://mail.example.org"_s << false;
    QTest::newRow("http in the house") << u"http://192.168.1.2"_s << false;
    QTest::newRow("a file") << u"file:///etc/passwd"_s << false;
    QTest::newRow("no host") << u"https:///x"_s << false;
    QTest::newRow("no scheme") << u"mail.example.org"_s << false;
    QTest::newRow("nothing") << QString() << false;
}

void TestSettings::sendsPasswordsOverTlsOnly()
{
    QFETCH(QString, address);
    QFETCH(bool, isGood);
    QCOMPARE(serverProblem(QUrl(address)).isEmpty(), isGood);
}

QTEST_APPLESS_MAIN(TestSettings)
#include "tst_tray_settings.moc"

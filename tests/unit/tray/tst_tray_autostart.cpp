// SPDX-License-Identifier: GPL-3.0-or-later
#include "desktop/autostart.h"

#include <QCoreApplication>
#include <QFile>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

/** On Linux: the entry that desktops read. */
class TestAutostart : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void isOffAtFirst();
    void isSwitchedOnAndOff();
    void believesADesktopThatSwitchedItOff();
    void saysWhenItCannotBeWritten();

private:
    QString entry() const { return m_folder->filePath(u"autostart/postrider-tray.desktop"_s); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestAutostart::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    qputenv("XDG_CONFIG_HOME", m_folder->path().toUtf8());
}

void TestAutostart::isOffAtFirst()
{
    QVERIFY(!Desktop::isStartedAtLogin());
    QVERIFY(Desktop::setStartedAtLogin(false));
}

void TestAutostart::isSwitchedOnAndOff()
{
    QVERIFY(Desktop::setStartedAtLogin(true));
    QVERIFY(Desktop::isStartedAtLogin());
    const QSettings file(entry(), QSettings::IniFormat);
    QCOMPARE(file.value(u"Desktop Entry/Type"_s).toString(), u"Application"_s);
    QFile raw(entry());
    QVERIFY(raw.open(QIODevice::ReadOnly));
    const QByteArray wanted =
        "Exec=\"" + QCoreApplication::applicationFilePath().toUtf8() + "\" --autostart\n";
    QVERIFY(raw.readAll().contains(wanted));
    QVERIFY(Desktop::setStartedAtLogin(false));
    QVERIFY(!QFile::exists(entry()));
}

void TestAutostart::believesADesktopThatSwitchedItOff()
{
    QVERIFY(Desktop::setStartedAtLogin(true));
    QFile file(entry());
    QVERIFY(file.open(QIODevice::Append));
    file.write("Hidden=true\n");
    file.close();
    QVERIFY(!Desktop::isStartedAtLogin());
}

void TestAutostart::saysWhenItCannotBeWritten()
{
    QFile inTheWay(m_folder->filePath(u"autostart"_s));
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    const auto done = Desktop::setStartedAtLogin(true);
    QVERIFY(!done);
    QCOMPARE(done.error().code, Error::Code::Storage);
}

QTEST_GUILESS_MAIN(TestAutostart)
#include "tst_tray_autostart.moc"

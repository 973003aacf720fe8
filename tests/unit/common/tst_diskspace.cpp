// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/diskspace.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#ifdef Q_OS_UNIX
#include <sys/wait.h>
#include <unistd.h>
#endif

class DiskSpaceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void folderHasTheSpaceOfItsDisk();
    void foldersOfOneDiskHaveOneDevice();
    void missingFolderHasNone();
    void isKnownWhereTheRootIsNoMountPoint();
};

void DiskSpaceTest::folderHasTheSpaceOfItsDisk()
{
    const QTemporaryDir folder;
    const std::optional<DiskSpace> space = diskSpace(folder.path());
    QVERIFY(space.has_value());
    QVERIFY(space->freeBytes > 0);
    QVERIFY(space->totalBytes > space->freeBytes);
}

void DiskSpaceTest::foldersOfOneDiskHaveOneDevice()
{
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("below")));
    const std::optional<DiskSpace> above = diskSpace(folder.path());
    const std::optional<DiskSpace> below = diskSpace(folder.filePath(QStringLiteral("below")));
    QVERIFY(above && below);
    QCOMPARE(above->device, below->device);
    QVERIFY(!above->device.isEmpty());
}

void DiskSpaceTest::missingFolderHasNone()
{
    const QTemporaryDir folder;
    QVERIFY(!diskSpace(folder.filePath(QStringLiteral("missing"))).has_value());
}

void DiskSpaceTest::isKnownWhereTheRootIsNoMountPoint()
{
#ifdef Q_OS_UNIX
    if (geteuid() != 0)
        QSKIP("Changing the root directory takes root.");
    const QTemporaryDir folder;
    const QByteArray root = QFile::encodeName(folder.path());
    const pid_t child = fork();
    QVERIFY(child >= 0);
    if (child == 0) {
        const bool isInside = chroot(root.constData()) == 0 && chdir("/") == 0;
        _exit(isInside && diskSpace(QStringLiteral("/")).has_value() ? 0 : 1);
    }
    int status = 0;
    QCOMPARE(waitpid(child, &status, 0), child);
    QVERIFY(WIFEXITED(status));
    QCOMPARE(WEXITSTATUS(status), 0);
#else
    QSKIP("There is no other root directory on this system.");
#endif
}

QTEST_GUILESS_MAIN(DiskSpaceTest)
#include "tst_diskspace.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The file of SQLite: its permissions and lock, and which files are refused.
#include "store/db/database.h"
#include "store/opendatabase.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Store;

namespace {

Database::Options optionsIn(const QTemporaryDir &dir)
{
    Database::Options options;
    options.file = dir.filePath(u"mail.db"_s);
    return options;
}

QString errorOf(const Result<std::unique_ptr<Database>> &opened)
{
    return opened ? QString() : opened.error().message;
}

} // namespace

class TestDatabaseFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void createsAPrivateFile();
    void refusesASecondService();
    void namesTheCauseWhereTheLockCannotBeTaken();
    void refusesWhatIsNoDatabase();
};

void TestDatabaseFile::createsAPrivateFile()
{
    const QTemporaryDir dir;
    const auto database = openDatabase(optionsIn(dir));
    const QString path = dir.filePath(u"mail.db"_s);
    QVERIFY(QFile::exists(path));
#ifdef Q_OS_UNIX // on Windows Qt invents the mode
    QCOMPARE(QFile::permissions(path) & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther),
             QFile::Permissions());
#endif
}

void TestDatabaseFile::refusesASecondService()
{
    const QTemporaryDir dir;
    auto database = openDatabase(optionsIn(dir));
    const auto second = openDatabase(optionsIn(dir));
    QVERIFY(!second);
    QCOMPARE(second.error().code, Error::Code::Conflict);
    database->reset();
    QCOMPARE(errorOf(openDatabase(optionsIn(dir))), QString());
}

// A read-only disk prevents the lock, too. Permissions cannot be used here: the test also runs as root.
void TestDatabaseFile::namesTheCauseWhereTheLockCannotBeTaken()
{
    const QTemporaryDir dir;
    QVERIFY(QDir(dir.path()).mkdir(u"mail.db.lock"_s));
    const auto opened = openDatabase(optionsIn(dir));
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, Error::Code::Storage);
    const QString file = dir.filePath(u"mail.db.lock"_s);
    QCOMPARE(opened.error().message, u"Cannot open the lock file %1: Is a directory."_s.arg(file));
}

void TestDatabaseFile::refusesWhatIsNoDatabase()
{
    const QTemporaryDir dir;
    QFile file(dir.filePath(u"mail.db"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(8192, 'x'));
    file.close();
    const auto opened = openDatabase(optionsIn(dir));
    QVERIFY(!opened);
    QCOMPARE(opened.error().code, Error::Code::Storage);
}

QTEST_GUILESS_MAIN(TestDatabaseFile)
#include "tst_databasefile.moc"

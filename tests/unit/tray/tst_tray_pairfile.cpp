// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/pairfile.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Session;
using namespace Qt::StringLiterals;

class TestPairFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsWhatTheServiceWrote();
    void saysThatThereIsNone();
    void believesNothingElse_data();
    void believesNothingElse();
    void refusesAGiant();
};

namespace {

const QByteArray proof(43, 'A'); // 32 bytes of zero

constexpr auto ours = QFile::ReadOwner | QFile::WriteOwner;

QString written(const QTemporaryDir &folder, const QByteArray &text,
                QFile::Permissions permissions = ours)
{
    QFile file(folder.filePath(u"pair.json"_s));
    [[maybe_unused]] const bool isOpen = file.open(QIODevice::WriteOnly);
    file.write(text);
    file.setPermissions(permissions);
    return file.fileName();
}

} // namespace

void TestPairFile::readsWhatTheServiceWrote()
{
    const QTemporaryDir folder;
    const QString path = written(
        folder, R"({"url": "http://127.0.0.1:8725", "code": "abc", "proof": ")" + proof + "\"}");
    const Pairing expected{ QUrl(u"http://127.0.0.1:8725"_s), u"abc"_s, QByteArray(32, 0) };
    QCOMPARE(readPairFile(path), Result<Pairing>(expected));
}

void TestPairFile::saysThatThereIsNone()
{
    const QTemporaryDir folder;
    QCOMPARE(readPairFile(folder.filePath(u"pair.json"_s)).error().code, Error::Code::NotFound);
}

void TestPairFile::believesNothingElse_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("permissions");
    const QByteArray end = R"(", "code": "abc", "proof": ")" + proof + "\"}";
    const QByteArray good = "{\"url\": \"http://[::1]:8725" + end;
    QTest::newRow("others read") << good << int(ours | QFile::ReadOther);
    QTest::newRow("group writes") << good << int(ours | QFile::WriteGroup);
    QTest::newRow("another machine")
        << QByteArray("{\"url\": \"http://192.0.2.1:8725" + end) << int(ours);
    QTest::newRow("a name that looks like here")
        << QByteArray("{\"url\": \"http://127.0.0.1.example.org" + end) << int(ours);
    QTest::newRow("a file") << QByteArray("{\"url\": \"file:///etc/passwd" + end) << int(ours);
    const QByteArray begin = R"({"url": "http://[::1]:8725", "code": "abc")";
    QTest::newRow("of an older service") << QByteArray(begin + "}") << int(ours);
    QTest::newRow("an empty proof") << QByteArray(begin + R"(, "proof": ""})") << int(ours);
    QTest::newRow("a short proof") << QByteArray(begin + R"(, "proof": "AAAA"})") << int(ours);
    QTest::newRow("no json") << QByteArray("hello") << int(ours);
    QTest::newRow("nothing") << QByteArray() << int(ours);
}

void TestPairFile::believesNothingElse()
{
    QFETCH(QByteArray, text);
    QFETCH(int, permissions);
    const QTemporaryDir folder;
    const auto read = readPairFile(written(folder, text, QFile::Permissions(permissions)));
    QVERIFY(!read);
    QCOMPARE(read.error().code, Error::Code::BadRequest);
}

void TestPairFile::refusesAGiant()
{
    const QTemporaryDir folder;
    const QByteArray good = R"({"url": "http://127.0.0.1:1", "proof": ")" + proof + "\"}";
    QVERIFY(readPairFile(written(folder, good)));
    QVERIFY(!readPairFile(written(folder, good + QByteArray(5'000, ' '))));
}

QTEST_APPLESS_MAIN(TestPairFile)
#include "tst_tray_pairfile.moc"

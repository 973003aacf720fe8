// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/hangul.h"
#include "mime/hex.h"
#include "mime/writer.h"
#include "support/mime/outgoingmails.h"

#ifdef POSTRIDER_GMIME
#include "support/mime/gmimereader.h"
#endif

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;

/**
 * Compares our reader with GMime: on mails that we wrote, on the odd mails of tests/data/mime, on
 * thousands of made mails. tests/data/mime/gmime-differences.json lists every difference, with the
 * reason why we keep our result. A difference that is not listed fails the test. With the version of
 * GMime that the file names, a listed difference that does not occur fails it, too.
 */
class MimeGmimeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void findsTheMailThatWeWrote_data();
    void findsTheMailThatWeWrote();
    void listsMailsThatExist();
    void differsAsListed_data();
    void differsAsListed();
    void agreesOnMadeMails();
};

#ifdef POSTRIDER_GMIME

namespace {

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QDir oddMails()
{
    return QDir(u"" SOURCE_DIR "/tests/data/mime"_s);
}

QJsonObject differencesFile()
{
    const QString path = oddMails().filePath(u"gmime-differences.json"_s);
    return QJsonDocument::fromJson(contentOf(path)).object();
}

QJsonObject listedDifferences()
{
    return differencesFile().value(u"mails"_s).toObject();
}

QString inOneLine(const QJsonValue &value)
{
    const QJsonDocument document(QJsonObject{ { u"it"_s, value } });
    return QString::fromUtf8(document.toJson(QJsonDocument::Compact));
}

/// The fields that both read differently, each with both values.
QMap<QString, QString> differences(const QJsonObject &ours, const QJsonObject &theirs)
{
    QMap<QString, QString> found;
    for (const QString &field : ours.keys()) {
        const QString expected = inOneLine(ours.value(field));
        const QString actual = inOneLine(theirs.value(field));
        if (expected != actual)
            found.insert(field, u"%1: ours %2\n  GMime %3"_s.arg(field, expected, actual));
    }
    return found;
}

QMap<QString, QString> differences(const QByteArray &raw)
{
    return differences(toJson(readWithOurs(raw)), toJson(GmimeReader().read(raw)));
}

/// The same mail in a form that GMime reads: padded base64 words as Q, big5 under another name.
QByteArray withoutFlaws(const QByteArray &raw)
{
    static const QRegularExpression big5(u"\\bbig5\\b(?!-)"_s,
                                         QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression padded(u"\\?[Bb]\\?([A-Za-z0-9+/]+=+)\\?="_s);
    const QString text = QString::fromLatin1(raw).replace(big5, u"big5-hkscs"_s);
    QString out;
    qsizetype end = 0;
    for (auto words = padded.globalMatch(text); words.hasNext();) {
        const QRegularExpressionMatch word = words.next();
        QByteArray q;
        for (const char byte : QByteArray::fromBase64(word.captured(1).toLatin1()))
            Mime::appendHexEscape(q, '=', byte);
        out += text.sliced(end, word.capturedStart() - end) + u"?Q?"_s + QString::fromLatin1(q)
            + u"?="_s;
        end = word.capturedEnd();
    }
    return (out + text.sliced(end)).toLatin1();
}

/// The differences that remain without GMime's known flaws (`madeMails` of the file).
QMap<QString, QString> differencesBeyondFlaws(const QByteArray &raw)
{
    const QByteArray around = withoutFlaws(raw);
    const QJsonObject theirs = toJson(GmimeReader().read(around));
    const QByteArray json = QJsonDocument(theirs).toJson(QJsonDocument::Compact);
    const QString joined = Mime::joinMakeUpHangul(QString::fromUtf8(json));
    return differences(toJson(readWithOurs(raw)),
                       QJsonDocument::fromJson(joined.toUtf8()).object());
}

} // namespace

void MimeGmimeTest::initTestCase() { }

void MimeGmimeTest::findsTheMailThatWeWrote_data()
{
    QTest::addColumn<Mime::OutgoingMail>("mail");
    for (const NamedMail &named : outgoingMails())
        QTest::newRow(named.name) << named.mail;
}

void MimeGmimeTest::findsTheMailThatWeWrote()
{
    QFETCH(Mime::OutgoingMail, mail);
    const Result<QByteArray> raw = Mime::Writer::write(mail);
    QVERIFY(raw.ok());
    QCOMPARE(QJsonDocument(toJson(GmimeReader().read(*raw))).toJson(),
             QJsonDocument(toJson(asRead(mail))).toJson());
}

void MimeGmimeTest::listsMailsThatExist()
{
    const QJsonObject listed = listedDifferences();
    for (const QString &name : listed.keys()) {
        QVERIFY2(oddMails().exists(name + u".eml"_s), qPrintable(name));
        for (const QJsonValue &reason : listed.value(name).toObject())
            QVERIFY2(reason.toString().size() > 20, qPrintable(name));
    }
}

void MimeGmimeTest::differsAsListed_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QStringList>("expected");
    const QJsonObject listed = listedDifferences();
    const QStringList mails = oddMails().entryList({ u"*.eml"_s });
    QVERIFY(mails.size() >= 150);
    for (const QString &mail : mails) {
        const QStringList fields = listed.value(mail.chopped(4)).toObject().keys();
        QTest::newRow(qPrintable(mail)) << oddMails().filePath(mail) << fields;
    }
}

void MimeGmimeTest::differsAsListed()
{
    QFETCH(QString, path);
    QFETCH(QStringList, expected);
    const QJsonObject file = differencesFile();
    const bool isListedVersion = GmimeReader().version() == file.value(u"version"_s).toString();
    if (!isListedVersion) {
        const QString name = QFileInfo(path).completeBaseName();
        expected += file.value(u"laterVersions"_s).toObject().value(name).toObject().keys();
    }
    const QMap<QString, QString> found = differences(contentOf(path));
    for (const QString &field : found.keys())
        QVERIFY2(expected.contains(field), qPrintable(found.value(field)));
    if (isListedVersion)
        QCOMPARE(QStringList(found.keys()), expected);
}

void MimeGmimeTest::agreesOnMadeMails()
{
    constexpr int count = 3000;
    QTemporaryDir folder;
    QProcess corpus;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"PYTHONPATH"_s, u"" SOURCE_DIR "/tests/support"_s);
    corpus.setProcessEnvironment(environment);
    corpus.start(u"/usr/bin/python3"_s,
                 { u"-m"_s, u"corpus"_s, folder.path(), QString::number(count) });
    QVERIFY(corpus.waitForFinished(110'000));
    int mails = 0;
    QDirIterator files(folder.filePath(u"Maildir/cur"_s), QDir::Files);
    for (; files.hasNext(); ++mails) {
        const QString path = files.next();
        const QByteArray raw = contentOf(path);
        if (differences(raw).isEmpty())
            continue;
        const QMap<QString, QString> left = differencesBeyondFlaws(raw);
        QVERIFY2(left.isEmpty(), qPrintable(path + u'\n' + left.values().join(u'\n')));
    }
    QCOMPARE(mails, count);
}

#else

void MimeGmimeTest::initTestCase()
{
    if (qEnvironmentVariableIntValue("POSTRIDER_REQUIRE_SERVERS") != 0)
        QFAIL("GMime must be there: libgmime-3.0-dev");
    QSKIP("built without GMime (libgmime-3.0-dev)");
}

void MimeGmimeTest::findsTheMailThatWeWrote_data() { }
void MimeGmimeTest::findsTheMailThatWeWrote() { }
void MimeGmimeTest::listsMailsThatExist() { }
void MimeGmimeTest::differsAsListed_data() { }
void MimeGmimeTest::differsAsListed() { }
void MimeGmimeTest::agreesOnMadeMails() { }

#endif

QTEST_APPLESS_MAIN(MimeGmimeTest)
#include "tst_mime_gmime.moc"

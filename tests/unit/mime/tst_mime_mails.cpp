// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/reader.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace Mime;
using namespace Qt::StringLiterals;

namespace {

QJsonValue maybe(const std::optional<QString> &text)
{
    return text ? QJsonValue(*text) : QJsonValue();
}

QJsonArray addressesOf(const Message &mail)
{
    QJsonArray all;
    for (const Address &address : mail.headers().addresses("To"))
        all.append(QJsonArray{ address.name, address.address });
    return all;
}

QJsonArray attachmentsOf(const Message &mail)
{
    QJsonArray all;
    for (const Attachment &attachment : mail.attachments()) {
        all.append(QJsonObject{ { u"partPath"_s, QString::fromLatin1(attachment.partPath) },
                                { u"filename"_s, attachment.filename },
                                { u"contentType"_s, QString::fromLatin1(attachment.contentType) },
                                { u"size"_s, attachment.size },
                                { u"contentId"_s, QString::fromLatin1(attachment.contentId) },
                                { u"isInline"_s, attachment.isInline } });
    }
    return all;
}

QJsonObject described(const Message &mail)
{
    const Headers &headers = mail.headers();
    const std::optional<qint64> date = headers.date();
    return { { u"subject"_s, headers.subject() },
             { u"from"_s, headers.from().address },
             { u"fromName"_s, headers.from().name },
             { u"to"_s, addressesOf(mail) },
             { u"date"_s, date ? QJsonValue(*date) : QJsonValue() },
             { u"messageId"_s, QString::fromLatin1(headers.messageId()) },
             { u"text"_s, maybe(mail.textBody()) },
             { u"html"_s, maybe(mail.htmlBody()) },
             { u"summary"_s, mail.summary() },
             { u"searchText"_s, mail.searchText().trimmed() },
             { u"isHtml"_s, mail.isHtml() },
             { u"hasAttachment"_s, mail.hasAttachment() },
             { u"attachments"_s, attachmentsOf(mail) },
             { u"defects"_s, QJsonArray::fromStringList(names(mail.defects())) } };
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/** tests/data/mime: every .eml is read and compared with the keys that its .json names. */
class MimeMailsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void readsOddMails_data();
    void readsOddMails();
};

void MimeMailsTest::readsOddMails_data()
{
    QTest::addColumn<QString>("path");
    const QDir folder(u"" SOURCE_DIR "/tests/data/mime"_s);
    const QStringList mails = folder.entryList({ u"*.eml"_s });
    QVERIFY(mails.size() >= 300);
    for (const QString &mail : mails)
        QTest::newRow(qPrintable(mail)) << folder.filePath(mail).chopped(4);
}

void MimeMailsTest::readsOddMails()
{
    QFETCH(QString, path);
    const QJsonObject expected = QJsonDocument::fromJson(contentOf(path + u".json"_s)).object();
    QVERIFY(!expected.isEmpty());
    const QJsonObject all = described(Reader::parse(contentOf(path + u".eml"_s)));
    QJsonObject actual;
    for (const QString &key : expected.keys())
        actual.insert(key, all.value(key));
    QCOMPARE(QJsonDocument(actual).toJson(), QJsonDocument(expected).toJson());
}

QTEST_APPLESS_MAIN(MimeMailsTest)
#include "tst_mime_mails.moc"

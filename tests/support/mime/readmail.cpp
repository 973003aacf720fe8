// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/mime/readmail.h"

#include "mime/charset.h"
#include "mime/flowed.h"
#include "mime/reader.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>

using namespace Qt::StringLiterals;

namespace {

QJsonArray toJson(const QList<Mime::Address> &addresses)
{
    QJsonArray all;
    for (const Mime::Address &address : addresses)
        all.append(QJsonArray{ address.name, address.address });
    return all;
}

QJsonObject toJson(const ReadLeaf &leaf)
{
    const QByteArray hash = QCryptographicHash::hash(leaf.content, QCryptographicHash::Sha1);
    return { { u"type"_s, QString::fromLatin1(leaf.type) },
             { u"filename"_s, leaf.filename },
             { u"contentId"_s, QString::fromLatin1(leaf.contentId) },
             { u"text"_s, leaf.text },
             { u"size"_s, leaf.content.size() },
             { u"sha1"_s, QString::fromLatin1(hash.toHex()) } };
}

QString textOf(const Mime::Part &part, const QByteArray &bytes)
{
    return Mime::withPlainLineEnds(part.isHtml()
                                       ? Mime::decodeHtmlCharset(Mime::Slice(bytes), part.charset)
                                       : Mime::decodeCharset(Mime::Slice(bytes), part.charset));
}

} // namespace

QJsonObject toJson(const ReadMail &mail)
{
    QJsonArray leaves;
    for (const ReadLeaf &leaf : mail.leaves)
        leaves.append(toJson(leaf));
    return { { u"subject"_s, mail.subject },
             { u"from"_s, toJson(mail.from) },
             { u"to"_s, toJson(mail.to) },
             { u"cc"_s, toJson(mail.cc) },
             { u"replyTo"_s, toJson(mail.replyTo) },
             { u"date"_s, mail.date ? QJsonValue(*mail.date) : QJsonValue() },
             { u"messageId"_s, mail.messageId },
             { u"leaves"_s, leaves } };
}

ReadMail readWithOurs(const QByteArray &raw)
{
    const Mime::Message message = Mime::Reader::parse(raw);
    const Mime::Headers &headers = message.headers();
    ReadMail mail;
    mail.subject = headers.subject();
    mail.from = headers.addresses("From");
    mail.to = headers.addresses("To");
    mail.cc = headers.addresses("Cc");
    mail.replyTo = headers.addresses("Reply-To");
    mail.date = headers.date();
    const QByteArray id = headers.messageId();
    mail.messageId = QString::fromUtf8(id.mid(1, id.size() - 2));
    for (const Mime::Part &part : message.parts()) {
        if (part.kind != Mime::Part::Kind::Leaf)
            continue;
        ReadLeaf leaf;
        leaf.type = part.contentType;
        leaf.filename = part.filename;
        leaf.contentId = part.contentId;
        const QByteArray content = message.decodedContent(part);
        if (part.isText())
            leaf.text = textOf(part, content);
        else
            leaf.content = content;
        mail.leaves.append(leaf);
    }
    return mail;
}

QJsonObject readWithPython(const QByteArray &raw, QString &error)
{
    QProcess python;
    python.start(u"/usr/bin/python3"_s, { u"" READBACK_SCRIPT ""_s });
    python.write(raw);
    python.closeWriteChannel();
    if (!python.waitForFinished()) {
        error = python.errorString();
        return {};
    }
    error = QString::fromUtf8(python.readAllStandardError());
    return QJsonDocument::fromJson(python.readAllStandardOutput()).object();
}

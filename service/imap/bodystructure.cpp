// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/bodystructure.h"

#include <QStringDecoder>

namespace Imap {

namespace {

QString decoded(const QByteArray &charset, QByteArrayView bytes)
{
    QStringDecoder decoder(charset.constData());
    if (decoder.isValid())
        return decoder(bytes);
    QStringDecoder utf8(QStringDecoder::Utf8);
    QString text = utf8(bytes);
    return utf8.hasError() ? QString::fromLatin1(bytes) : text;
}

/// Removes charset and language from `charset'language'text` (RFC 2231 4). Returns the charset.
QByteArray takeCharset(QByteArray *value)
{
    const qsizetype first = value->indexOf('\'');
    const qsizetype second = first < 0 ? -1 : value->indexOf('\'', first + 1);
    if (second < 0)
        return "utf-8";
    QByteArray charset = value->left(first);
    value->remove(0, second + 1);
    return charset;
}

/// RFC 2231 3: `name*0`, `name*1*` ..; empty where there is no such parameter.
QString continued(const QList<BodyParameter> &parameters, const QByteArray &name)
{
    QByteArray charset;
    QByteArray bytes;
    for (int i = 0; i < 100; ++i) {
        const QByteArray plain = name + '*' + QByteArray::number(i);
        bool found = false;
        for (const BodyParameter &parameter : parameters) {
            if (parameter.name == plain) {
                bytes += parameter.value;
                found = true;
            } else if (parameter.name == plain + '*') {
                QByteArray value = parameter.value;
                if (i == 0)
                    charset = takeCharset(&value);
                bytes += QByteArray::fromPercentEncoding(value);
                found = true;
            }
        }
        if (!found)
            break;
    }
    return decoded(charset, bytes);
}

int hexDigit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    const char upper = char(c & ~0x20);
    return upper >= 'A' && upper <= 'F' ? upper - 'A' + 10 : -1;
}

QByteArray decodeQ(QByteArrayView text)
{
    QByteArray out;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const bool isHex = text.at(i) == '=' && i + 2 < text.size() && hexDigit(text.at(i + 1)) >= 0
            && hexDigit(text.at(i + 2)) >= 0;
        if (isHex) {
            out += char(hexDigit(text.at(i + 1)) << 4 | hexDigit(text.at(i + 2)));
            i += 2;
        } else {
            out += text.at(i) == '_' ? ' ' : text.at(i);
        }
    }
    return out;
}

/// `=?charset?B?..?=` words, RFC 2047, which many mailers use in parameters against its section 5.
QString encodedWords(const QByteArray &value)
{
    QString out;
    qsizetype at = 0;
    for (;;) {
        const qsizetype start = value.indexOf("=?", at);
        const qsizetype charsetEnd = start < 0 ? -1 : value.indexOf('?', start + 2);
        const qsizetype textStart = charsetEnd < 0 ? -1 : charsetEnd + 3;
        const qsizetype end = charsetEnd < 0 ? -1 : value.indexOf("?=", textStart);
        if (end < 0 || value.at(charsetEnd + 2) != '?')
            break;
        const QByteArray between = value.mid(at, start - at);
        if (at == 0 || !between.trimmed().isEmpty())
            out += decoded({}, between);
        const QByteArray text = value.mid(textStart, end - textStart);
        const bool base64 = (value.at(charsetEnd + 1) & ~0x20) == 'B';
        const QByteArray charset = value.mid(start + 2, charsetEnd - start - 2).split('*').first();
        out += decoded(charset, base64 ? QByteArray::fromBase64(text) : decodeQ(text));
        at = end + 2;
    }
    return out + decoded({}, value.mid(at));
}

QString namedBy(const QList<BodyParameter> &parameters, const QByteArray &name)
{
    for (const BodyParameter &parameter : parameters) {
        if (parameter.name == name + '*') {
            QByteArray value = parameter.value;
            const QByteArray charset = takeCharset(&value);
            return decoded(charset, QByteArray::fromPercentEncoding(value));
        }
        if (parameter.name == name && !parameter.value.isEmpty())
            return encodedWords(parameter.value);
    }
    return continued(parameters, name);
}

/// Whether the part belongs to the message itself: no attached message above it.
bool isOwn(const BodyStructure &structure, const BodyPart &part)
{
    for (int above = part.parent; above >= 0; above = structure.parts.at(above).parent) {
        if (!structure.parts.at(above).isMultipart())
            return false;
    }
    return true;
}

bool isShownByHtml(const BodyStructure &structure, const BodyPart &part)
{
    if (part.parent < 0 || part.id.isEmpty())
        return false;
    return structure.parts.at(part.parent).subtype == "related";
}

bool isSignature(const BodyPart &part)
{
    return part.type == "application"
        && (part.subtype == "pgp-signature" || part.subtype == "pkcs7-signature"
            || part.subtype == "x-pkcs7-signature");
}

} // namespace

QByteArray BodyPart::parameter(QByteArrayView name) const
{
    for (const BodyParameter &one : parameters) {
        if (one.name == name)
            return one.value;
    }
    return {};
}

QString fileName(const BodyPart &part)
{
    const QString name = namedBy(part.dispositionParameters, "filename");
    return name.isEmpty() ? namedBy(part.parameters, "name") : name;
}

bool hasAttachment(const BodyStructure &structure)
{
    for (const BodyPart &part : structure.parts) {
        if (part.isMultipart() || isSignature(part) || !isOwn(structure, part))
            continue;
        const bool isAttachedMessage = part.type == "message" && part.parent >= 0
            && (part.subtype == "rfc822" || part.subtype == "global");
        if (part.disposition == "attachment" || isAttachedMessage)
            return true;
        if (!fileName(part).isEmpty() && !isShownByHtml(structure, part))
            return true;
    }
    return false;
}

bool isHtml(const BodyStructure &structure)
{
    return textPart(structure, "html") >= 0;
}

int textPart(const BodyStructure &structure, QByteArrayView subtype)
{
    for (int i = 0; i < structure.parts.size(); ++i) {
        const BodyPart &part = structure.parts.at(i);
        if (part.type == "text" && part.subtype == subtype && part.disposition != "attachment"
            && isOwn(structure, part))
            return i;
    }
    return -1;
}

} // namespace Imap

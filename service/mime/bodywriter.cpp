// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/bodywriter.h"

#include "mime/contentids.h"
#include "mime/fieldwriter.h"
#include "mime/filenameparameter.h"
#include "mime/htmltext.h"
#include "mime/transferwriter.h"

#include <QCryptographicHash>

namespace Mime {

namespace {

void appendField(QByteArray &out, QByteArrayView name, const QByteArrayList &atoms)
{
    FieldWriter field(out, name);
    for (const QByteArray &atom : atoms)
        field.add(atom);
    field.finish();
}

bool isToken(Slice text) // RFC 2045 5.1
{
    constexpr QByteArrayView separators = "()<>@,;:\\\"/[]?=";
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), [&](char c) {
        return c > 0x20 && c < 0x7f && !separators.contains(c);
    });
}

// Multiparts are ours to write, and what is inside of a message may not be encoded (RFC 2046 5.2.1).
QByteArray typeOf(const OutgoingFile &file, QByteArrayView wireContent)
{
    const QByteArray type = file.contentType.trimmed().toLower();
    const qsizetype slash = type.indexOf('/');
    constexpr qsizetype longest = 255; // RFC 6838 4.2
    const bool isType = slash > 0 && type.size() <= longest && isToken(Slice(type).first(slash))
        && isToken(Slice(type).from(slash + 1)) && !type.startsWith("multipart/");
    const bool isMessage = type.startsWith("message/");
    return isType && (!isMessage || isSentAsItIs(wireContent)) ? type : "application/octet-stream";
}

} // namespace

BodyWriter::BodyWriter(QByteArray &out, const OutgoingMail &mail) : m_out(out), m_mail(mail)
{
    const QSet<QByteArray> shown = referencedContentIds(mail.html);
    for (const OutgoingFile &file : mail.files) {
        const bool isShown = !file.contentId.isEmpty() && shown.contains(file.contentId);
        (isShown ? m_inline : m_attached).append(&file);
    }
}

void BodyWriter::write()
{
    writeMixed();
    if (!m_out.endsWith("\r\n"))
        m_out.append("\r\n");
}

void BodyWriter::writeMixed()
{
    if (m_attached.isEmpty())
        return writeReadable();
    const QByteArray boundary = beginMultipart("multipart/mixed");
    beginPart(boundary);
    writeReadable();
    for (const OutgoingFile *file : std::as_const(m_attached)) {
        beginPart(boundary);
        writeFile(*file, false);
    }
    endMultipart(boundary);
}

void BodyWriter::writeReadable()
{
    if (m_mail.html.isEmpty())
        return writeText("text/plain", m_mail.text);
    const QByteArray boundary = beginMultipart("multipart/alternative");
    beginPart(boundary);
    writeText("text/plain", m_mail.text.isEmpty() ? htmlToPlainMail(m_mail.html) : m_mail.text);
    beginPart(boundary);
    writeHtml();
    endMultipart(boundary);
}

void BodyWriter::writeHtml()
{
    if (m_inline.isEmpty())
        return writeText("text/html", m_mail.html);
    const QByteArray boundary = beginMultipart("multipart/related; type=\"text/html\"");
    beginPart(boundary);
    writeText("text/html", m_mail.html);
    for (const OutgoingFile *file : std::as_const(m_inline)) {
        beginPart(boundary);
        writeFile(*file, true);
    }
    endMultipart(boundary);
}

void BodyWriter::writeText(const QByteArray &type, const QString &text)
{
    QByteArray bytes = withWireLineEnds(text.toUtf8());
    if (!bytes.isEmpty() && !bytes.endsWith("\r\n"))
        bytes.append("\r\n");
    const Encoding encoding = encodingFor(bytes);
    appendField(m_out, "Content-Type", { type + ';', "charset=utf-8" });
    appendField(m_out, "Content-Transfer-Encoding", { nameOf(encoding).toByteArray() });
    m_out.append("\r\n");
    appendEncoded(m_out, bytes, encoding);
}

void BodyWriter::writeFile(const OutgoingFile &file, bool isInline)
{
    const bool mayBeMessage = Slice(file.contentType).startsWithIgnoringCase("message/");
    const QByteArray content = mayBeMessage ? withWireLineEnds(file.content) : file.content;
    const QByteArray type = typeOf(file, content);
    const bool isMessage = type.startsWith("message/");
    const QString name = bareFileName(file.filename);

    QByteArrayList typeField{ type };
    QByteArrayList disposition{ isInline ? "inline" : "attachment" };
    if (!name.isEmpty()) {
        typeField.first().append(';');
        typeField.append(fallbackNameParameter(name));
        disposition.first().append(';');
        disposition.append(filenameParameters(name));
    }
    const Encoding encoding = isMessage ? Encoding::Identity : Encoding::Base64;
    appendField(m_out, "Content-Type", typeField);
    appendField(m_out, "Content-Transfer-Encoding", { nameOf(encoding).toByteArray() });
    appendField(m_out, "Content-Disposition", disposition);
    if (!file.contentId.isEmpty())
        appendField(m_out, "Content-ID", { '<' + file.contentId + '>' });
    m_out.append("\r\n");
    appendEncoded(m_out, isMessage ? content : file.content, encoding);
}

// Neither base64 nor quoted-printable contains `=_`; what is sent as it is cannot know the hash.
QByteArray BodyWriter::beginMultipart(const QByteArray &type)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(m_mail.messageId);
    hash.addData(QByteArray::number(++m_multiparts));
    const QByteArray boundary = "=_" + hash.result().toHex().first(32);
    appendField(m_out, "Content-Type", { type + ';', "boundary=\"" + boundary + '"' });
    return boundary;
}

// The line break in front is the boundary's (RFC 2046 5.1.1), or the empty line behind the fields.
void BodyWriter::beginPart(const QByteArray &boundary)
{
    m_out.append("\r\n--" + boundary + "\r\n");
}

void BodyWriter::endMultipart(const QByteArray &boundary)
{
    m_out.append("\r\n--" + boundary + "--");
}

} // namespace Mime

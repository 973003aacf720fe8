// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/bodywriter.h"

#include "mime/contentids.h"
#include "mime/fieldwriter.h"
#include "mime/filenameparameter.h"
#include "mime/htmltext.h"
#include "mime/outgoingcontent.h"
#include "mime/transferwriter.h"

#include <QCryptographicHash>

using namespace Qt::StringLiterals;

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

constexpr qint64 pieceBytes = 57 * 1024; // whole lines of base64

bool isMessageType(const QByteArray &type)
{
    return type.startsWith("message/");
}

Error changedMeanwhile()
{
    return { Error::Code::NotFound, u"An attachment changed while the mail was being written."_s };
}

/// Whether the content of the file needs no encoding.
bool isFitAsItIs(const OutgoingFile &file)
{
    OutgoingContent content(file);
    WireLineEnds ends;
    SentAsItIs check;
    while (!content.atEnd()) {
        const Result<QByteArray> piece = content.next(pieceBytes);
        if (!piece || !check.take(ends.take(*piece)))
            return false;
    }
    return check.finish();
}

// A multipart/ type is not taken over, because only this class writes multiparts. A message/ type
// is taken over if the content needs no encoding, because RFC 2046 5.2.1 forbids one.
QByteArray typeOf(const OutgoingFile &file)
{
    const QByteArray type = file.contentType.trimmed().toLower();
    const qsizetype slash = type.indexOf('/');
    constexpr qsizetype longest = 255; // RFC 6838 4.2
    const bool isType = slash > 0 && type.size() <= longest && isToken(Slice(type).first(slash))
        && isToken(Slice(type).from(slash + 1)) && !type.startsWith("multipart/");
    const bool isFit = isType && (!isMessageType(type) || isFitAsItIs(file));
    return isFit ? type : "application/octet-stream";
}

} // namespace

BodyWriter::BodyWriter(MessageOutput &out, const OutgoingMail &mail)
    : m_output(out), m_out(out.text()), m_mail(mail)
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
    const QByteArray type = typeOf(file);
    const bool isMessage = isMessageType(type);
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
    isMessage ? writeMessage(file) : writeBase64(file);
}

void BodyWriter::writeBase64(const OutgoingFile &file)
{
    OutgoingContent content(file);
    m_output.beginFile();
    for (bool isFirst = true; !content.atEnd() && !m_output.failed(); isFirst = false) {
        const Result<QByteArray> piece = content.next(pieceBytes);
        if (!piece)
            return m_output.fail(piece.error());
        QByteArray encoded = isFirst ? QByteArray() : QByteArray("\r\n");
        appendEncoded(encoded, *piece, Encoding::Base64);
        m_output.addToFile(encoded);
    }
    m_output.endFile(content.size());
}

// Checks the content again: the file on disk may have changed since typeOf(), and it is written
// without an encoding.
void BodyWriter::writeMessage(const OutgoingFile &file)
{
    OutgoingContent content(file);
    WireLineEnds ends;
    SentAsItIs check;
    qint64 size = 0;
    m_output.beginFile();
    while (!content.atEnd() && !m_output.failed()) {
        const Result<QByteArray> piece = content.next(pieceBytes);
        if (!piece)
            return m_output.fail(piece.error());
        const QByteArray wire = ends.take(*piece);
        if (!check.take(wire))
            return m_output.fail(changedMeanwhile());
        m_output.addToFile(wire);
        size += wire.size();
    }
    if (!check.finish())
        m_output.fail(changedMeanwhile());
    m_output.endFile(size);
}

// No part contains the boundary: base64 and quoted-printable have no `=_`, and the author of text
// that is sent without an encoding cannot predict the hash.
QByteArray BodyWriter::beginMultipart(const QByteArray &type)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(m_mail.messageId);
    hash.addData(QByteArray::number(++m_multiparts));
    const QByteArray boundary = "=_" + hash.result().toHex().first(32);
    appendField(m_out, "Content-Type", { type + ';', "boundary=\"" + boundary + '"' });
    return boundary;
}

// The first line break belongs to the boundary (RFC 2046 5.1.1), or is the empty line after the fields.
void BodyWriter::beginPart(const QByteArray &boundary)
{
    m_out.append("\r\n--" + boundary + "\r\n");
}

void BodyWriter::endMultipart(const QByteArray &boundary)
{
    m_out.append("\r\n--" + boundary + "--");
}

} // namespace Mime

// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/bodystructureparser.h"

namespace Imap {

namespace {

constexpr qsizetype maxParts = 1000;
constexpr qsizetype maxParameters = 200; ///< of one part; a name in pieces has up to 100

/// Whether `type` is the subtype of a multipart. No other type has one of these names.
bool isContainer(QByteArrayView type)
{
    static const QList<QByteArrayView> kinds{ "mixed",     "alternative", "related", "signed",
                                              "encrypted", "report",      "digest",  "parallel" };
    return kinds.contains(type);
}

class StructureParser
{
public:
    StructureParser(Lexer &lexer, BodyStructure *structure)
        : m_lexer(lexer), m_parts(structure->parts)
    {
    }

    bool parse();

private:
    /// An open bracket: a multipart whose parts follow, or a message whose body follows.
    struct Frame {
        int part;
        int children;
    };
    enum class Next { Body, Closed, Failed };

    Next begin();
    Next single(BodyPart part);
    Next childless(BodyPart part);
    Next afterChild();
    QByteArray childPath() const;
    bool parameters(QList<BodyParameter> *out);
    bool extensions(BodyPart *part, bool withMd5);
    bool disposition(BodyPart *part);
    bool word(QByteArray *out);

    Lexer &m_lexer;
    QList<BodyPart> &m_parts;
    QList<Frame> m_open;
};

bool StructureParser::parse()
{
    m_parts.clear();
    Next next = begin();
    for (;;) {
        if (next == Next::Failed)
            return false;
        if (next == Next::Body)
            next = begin();
        else if (m_open.isEmpty())
            return true;
        else
            next = afterChild();
    }
}

QByteArray StructureParser::childPath() const
{
    if (m_open.isEmpty())
        return {};
    const BodyPart &parent = m_parts.at(m_open.last().part);
    const QByteArray number = QByteArray::number(m_open.last().children + 1);
    return parent.path.isEmpty() ? number : parent.path + '.' + number;
}

StructureParser::Next StructureParser::begin()
{
    if (m_parts.size() >= maxParts || m_open.size() >= m_lexer.limits().depth) {
        m_lexer.fail("fewer parts");
        return Next::Failed;
    }
    if (!m_lexer.expect('('))
        return Next::Failed;
    BodyPart part;
    part.parent = m_open.isEmpty() ? -1 : m_open.last().part;
    part.path = childPath();
    const bool inMessage = part.parent >= 0 && !m_parts.at(part.parent).isMultipart();
    if (m_lexer.peek() == '(') {
        part.type = "multipart";
        // RFC 3501 6.4.5: the multipart of an attached message has the message's own number.
        if (inMessage)
            part.path = m_parts.at(part.parent).path;
        m_parts.append(std::move(part));
        m_open.append({ int(m_parts.size()) - 1, 0 });
        return Next::Body;
    }
    if (part.path.isEmpty())
        part.path = "1";
    return single(std::move(part));
}

StructureParser::Next StructureParser::single(BodyPart part)
{
    quint64 size = 0;
    QByteArray id;
    QByteArray description;
    if (!word(&part.type) || !m_lexer.space())
        return Next::Failed;
    if (isContainer(part.type) && (m_lexer.peek() == '(' || m_lexer.peek() == 'N'))
        return childless(std::move(part));
    const bool read = word(&part.subtype) && m_lexer.space() && parameters(&part.parameters)
        && m_lexer.space() && m_lexer.nstring(&id) && m_lexer.space()
        && m_lexer.nstring(&description) && m_lexer.space() && word(&part.encoding)
        && m_lexer.space();
    // Quirk: NIL or a negative size where the server could not read the part.
    QByteArray sizeText;
    if (!read || !m_lexer.nstring(&sizeText))
        return Next::Failed;
    size = sizeText.toULongLong();
    part.size = quint32(std::min<quint64>(size, 0xFFFFFFFF));
    part.id = id.startsWith('<') && id.endsWith('>') ? id.mid(1, id.size() - 2) : id;
    const bool isMessage =
        part.type == "message" && (part.subtype == "rfc822" || part.subtype == "global");
    m_lexer.skipSpaces();
    // Quirk: servers that cannot parse an attached message describe it as any other part.
    if (isMessage && m_lexer.peek() == '(') {
        if (!m_lexer.skipValue() || !m_lexer.space())
            return Next::Failed;
        m_parts.append(std::move(part));
        m_open.append({ int(m_parts.size()) - 1, 0 });
        return Next::Body;
    }
    if (part.type == "text") {
        QByteArray lines;
        if (m_lexer.peek() != ')' && !m_lexer.nstring(&lines))
            return Next::Failed;
        part.lines = lines.toUInt();
    }
    if (!extensions(&part, true))
        return Next::Failed;
    m_parts.append(std::move(part));
    return Next::Closed;
}

// Quirk: Gmail describes a multipart without parts by its subtype alone:
// https://github.com/jstedfast/MailKit/issues/371
StructureParser::Next StructureParser::childless(BodyPart part)
{
    part.subtype = std::exchange(part.type, "multipart");
    if (!extensions(&part, false))
        return Next::Failed;
    m_parts.append(std::move(part));
    return Next::Closed;
}

StructureParser::Next StructureParser::afterChild()
{
    Frame &frame = m_open.last();
    BodyPart &part = m_parts[frame.part];
    ++frame.children;
    m_lexer.skipSpaces(); // quirk: spaces between the parts
    if (part.isMultipart()) {
        if (m_lexer.peek() == '(')
            return Next::Body;
        if (!word(&part.subtype) || !extensions(&part, false))
            return Next::Failed;
    } else {
        QByteArray lines;
        if (m_lexer.peek() != ')' && !m_lexer.nstring(&lines))
            return Next::Failed;
        part.lines = lines.toUInt();
        if (!extensions(&part, true))
            return Next::Failed;
    }
    m_open.removeLast();
    return Next::Closed;
}

/// A string in lower case; NIL is empty.
bool StructureParser::word(QByteArray *out)
{
    if (!m_lexer.nstring(out))
        return false;
    *out = out->toLower();
    return true;
}

bool StructureParser::parameters(QList<BodyParameter> *out)
{
    // Quirk: "" instead of NIL.
    if (m_lexer.peek() != '(') {
        QByteArray nil;
        return m_lexer.nstring(&nil) && (nil.isEmpty() || m_lexer.fail("parameters"));
    }
    m_lexer.expect('(');
    m_lexer.skipSpaces();
    while (!m_lexer.failed() && !m_lexer.accept(')')) {
        BodyParameter parameter;
        if (!word(&parameter.name) || !m_lexer.space() || !m_lexer.nstring(&parameter.value))
            return false;
        if (out->size() < maxParameters)
            out->append(std::move(parameter));
        m_lexer.skipSpaces();
    }
    return !m_lexer.failed();
}

/// Extension data up to and with the closing bracket: [MD5] (single), parameters (multipart),
/// disposition, then language, location and unknown data.
bool StructureParser::extensions(BodyPart *part, bool withMd5)
{
    m_lexer.skipSpaces();
    if (m_lexer.peek() != ')') {
        QByteArray md5;
        if (withMd5 ? !m_lexer.nstring(&md5) : !parameters(&part->parameters))
            return false;
        m_lexer.skipSpaces();
    }
    if (m_lexer.peek() != ')' && !disposition(part))
        return false;
    m_lexer.skipSpaces();
    while (!m_lexer.failed() && !m_lexer.accept(')')) {
        if (!m_lexer.skipValue())
            return false;
        m_lexer.skipSpaces();
    }
    return !m_lexer.failed();
}

bool StructureParser::disposition(BodyPart *part)
{
    if (m_lexer.peek() != '(')
        return word(&part->disposition); // NIL; quirk: a bare word
    m_lexer.expect('(');
    if (!word(&part->disposition))
        return false;
    m_lexer.skipSpaces();
    if (m_lexer.peek() != ')' && !parameters(&part->dispositionParameters))
        return false;
    return m_lexer.expect(')');
}

} // namespace

bool parseBodyStructure(Lexer &lexer, BodyStructure *structure)
{
    return StructureParser(lexer, structure).parse();
}

} // namespace Imap

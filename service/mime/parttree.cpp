// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/parttree.h"

#include "mime/attachmentname.h"
#include "mime/embeddedfile.h"
#include "mime/encodedword.h"
#include "mime/parameters.h"

namespace Mime {

namespace {

// Whether `line`, which begins with `--`, is `--boundary` with white space behind it, or `--boundary--`.
bool isBoundaryLine(Slice line, const QByteArray &boundary, bool &isClosing)
{
    Slice rest = line.from(2);
    if (!rest.startsWith(boundary))
        return false;
    rest = rest.from(boundary.size());
    isClosing = rest.startsWith("--");
    if (isClosing)
        return true;
    return std::all_of(rest.begin(), rest.end(), isSpace);
}

} // namespace

PartTreeBuilder::PartTreeBuilder(const QByteArray &raw, const Limits &limits)
    : m_raw(raw), m_limits(limits), m_bytes(raw)
{
}

PartTree PartTreeBuilder::build()
{
    walk(std::nullopt);
    const Part &root = m_tree.parts.first();
    if (root.kind == Part::Kind::Multipart && root.subtreeEnd == 1) {
        // The declared boundary does not occur: perhaps another one does.
        const QByteArray guess = guessBoundary(root.bodyBegin);
        if (!guess.isEmpty())
            walk(guess);
        m_tree.defects |= Defect::BoundaryNotFound;
    }
    adoptChildless();
    return std::move(m_tree);
}

void PartTreeBuilder::walk(std::optional<QByteArray> rootBoundary)
{
    m_rootBoundary = std::move(rootBoundary);
    m_tree = {};
    m_open.clear();
    m_leaf = -1;
    beginParts(0);
    while (m_at < m_bytes.size() && !m_open.isEmpty()) {
        const qsizetype newline = m_bytes.indexOf('\n', m_at);
        const qsizetype next = newline < 0 ? m_bytes.size() : newline + 1;
        const Match match = m_bytes[m_at] == '-' && m_bytes[m_at + 1] == '-'
            ? matchBoundary(m_bytes.between(m_at, next))
            : Match{};
        const qsizetype begin = std::exchange(m_at, next);
        if (match.container >= 0)
            handleBoundary(match, begin, next);
    }
    closeAbove(-1, m_bytes.size());
}

// Begins the part at `at`; if it is a message, also the part inside, and so on.
void PartTreeBuilder::beginParts(qsizetype at)
{
    std::optional<qsizetype> inner = at;
    while (inner)
        inner = beginPart(*inner);
}

// Begins one part. If it is a message, returns where the mail inside begins.
std::optional<qsizetype> PartTreeBuilder::beginPart(qsizetype at)
{
    const bool isRoot = m_tree.parts.isEmpty();
    const bool isWholeMail = isRoot || m_open.last().boundary.isEmpty();
    const Headers headers = Headers::parse(m_raw, at, m_bytes.size(), m_limits, isWholeMail);
    m_tree.defects |= headers.defects();
    if (isRoot) {
        m_tree.headers = headers;
        m_rawCharset = RawCharset(headers);
    }
    Part part = readPart(headers, !m_open.isEmpty() && m_open.last().isDigest, m_rawCharset,
                         m_tree.defects);
    part.headerBegin = at;
    part.bodyBegin = m_at = headers.bodyBegin();

    const bool isMessage =
        (part.contentType == "message/rfc822" || part.contentType == "message/global")
        && part.encoding == Encoding::Identity;
    const bool isMultipart = part.contentType.startsWith("multipart/");
    QByteArray boundary;
    if (isMultipart)
        boundary = boundaryOf(headers, part.bodyBegin, isRoot);
    const bool isContainer = isMessage || (isMultipart && !boundary.isEmpty());
    const bool isTooDeep = m_open.size() >= m_limits.depth;
    if (isContainer && isTooDeep)
        m_tree.defects |= Defect::TooDeep;
    else if (isContainer)
        part.kind = isMessage ? Part::Kind::Message : Part::Kind::Multipart;
    else if (isMultipart)
        part.contentType = "text/plain";

    const bool opens = part.kind != Part::Kind::Leaf;
    if (isMessage && part.filename.isEmpty()) { // a name for saving it
        const Headers inner = Headers::parse(m_raw, part.bodyBegin, m_bytes.size(), m_limits, true);
        part.filename = messageFileName(inner.subject());
    }
    const bool isDigest = part.contentType == "multipart/digest";
    if (!addPart(std::move(part)))
        return std::nullopt;
    const int index = static_cast<int>(m_tree.parts.size()) - 1;
    if (!opens) {
        m_leaf = index;
        return std::nullopt;
    }
    m_open.append({ index, boundary, isDigest });
    return isMessage ? std::optional(headers.bodyBegin()) : std::nullopt;
}

// False: the limit of parts is reached, and the walk ends.
bool PartTreeBuilder::addPart(Part part)
{
    if (m_tree.parts.size() >= std::max(m_limits.parts, 1)) {
        m_tree.defects |= Defect::TooManyParts;
        m_at = m_bytes.size();
        return false;
    }
    if (!m_open.isEmpty()) {
        part.parent = m_open.last().part;
        part.childNumber = ++m_open.last().children;
    }
    part.path = childPath(part.parent, part.childNumber, part.kind != Part::Kind::Multipart);
    m_tree.parts.append(std::move(part));
    return true;
}

// RFC 3501 6.4.5: a multipart that is a whole message has no number of its own.
QByteArray PartTreeBuilder::childPath(int parent, int number, bool isLeaf) const
{
    if (parent < 0)
        return isLeaf ? "1" : "";
    const Part &above = m_tree.parts.at(parent);
    if (above.kind == Part::Kind::Message && !isLeaf)
        return above.path;
    return above.path.isEmpty() ? QByteArray::number(number)
                                : above.path + '.' + QByteArray::number(number);
}

QByteArray PartTreeBuilder::boundaryOf(const Headers &headers, qsizetype body, bool isRoot)
{
    if (isRoot && m_rootBoundary)
        return *m_rootBoundary;
    QByteArray boundary = ParameterizedValue(headers.raw("Content-Type")).parameter("boundary");
    while (!boundary.isEmpty() && isSpace(boundary.back()))
        boundary.chop(1);
    if (!boundary.isEmpty())
        return boundary;
    m_tree.defects |= Defect::BoundaryMissing;
    return guessBoundary(body);
}

// The first `--something` line in front of a Content- field. Only the beginning is searched,
// because this may run for every container of a mail.
QByteArray PartTreeBuilder::guessBoundary(qsizetype body) const
{
    const Slice text = m_bytes.between(body, body + 16 * 1024);
    qsizetype at = 0;
    while (at < text.size()) {
        const qsizetype newline = text.indexOf('\n', at);
        if (newline < 0)
            break;
        const Slice line = text.between(at, newline).trimmed();
        if (line.size() > 2 && line.startsWith("--")
            && text.from(newline + 1).startsWithIgnoringCase("content-"))
            return line.from(2).toByteArray();
        at = newline + 1;
    }
    return {};
}

PartTreeBuilder::Match PartTreeBuilder::matchBoundary(Slice line) const
{
    for (qsizetype i = m_open.size() - 1; i >= 0; --i) {
        bool isClosing = false;
        const QByteArray &boundary = m_open.at(i).boundary;
        if (!boundary.isEmpty() && isBoundaryLine(line, boundary, isClosing))
            return { i, isClosing };
    }
    return {};
}

void PartTreeBuilder::handleBoundary(Match match, qsizetype lineBegin, qsizetype next)
{
    qsizetype end = lineBegin; // the line break in front belongs to the boundary
    if (m_bytes[end - 1] == '\n')
        --end;
    if (m_bytes[end - 1] == '\r')
        --end;
    closeAbove(match.container, end);
    if (!match.isClosing)
        return beginParts(next);
    // A multipart without parts ends before this line, because it becomes a text (adoptChildless()).
    closePart(m_open.last().part, m_open.last().children == 0 ? lineBegin : next);
    m_open.removeLast();
}

// Ends the current part and all containers inside `container`.
void PartTreeBuilder::closeAbove(qsizetype container, qsizetype end)
{
    if (m_leaf >= 0) {
        closePart(m_leaf, end);
        addFilesInText(m_leaf);
        m_leaf = -1;
    }
    while (m_open.size() - 1 > container) {
        if (!m_open.last().boundary.isEmpty())
            m_tree.defects |= Defect::BoundaryNotClosed;
        closePart(m_open.last().part, end);
        m_open.removeLast();
    }
}

void PartTreeBuilder::closePart(int index, qsizetype end)
{
    Part &part = m_tree.parts[index];
    part.bodyEnd = std::max(part.bodyBegin, end);
    part.subtreeEnd = static_cast<int>(m_tree.parts.size());
}

// Adds the files inside a text as parts of it.
void PartTreeBuilder::addFilesInText(int index)
{
    if (m_tree.parts.at(index).contentType != "text/plain"
        || m_tree.parts.at(index).encoding != Encoding::Identity)
        return;
    const Part text = m_tree.parts.at(index);
    const Slice bytes = m_bytes.between(text.bodyBegin, text.bodyEnd);
    int number = 0;
    std::optional<EmbeddedFile> found = findEmbeddedFile(bytes, 0);
    for (; found && m_tree.parts.size() < m_limits.parts;
         found = findEmbeddedFile(bytes, found->end)) {
        Part file;
        file.kind = Part::Kind::InText;
        file.disposition = Part::Disposition::Attachment;
        file.encoding = found->encoding;
        file.parent = index;
        file.childNumber = ++number;
        file.headerBegin = text.bodyBegin + found->begin;
        file.bodyBegin = text.bodyBegin + found->dataBegin;
        file.bodyEnd = text.bodyBegin + found->dataEnd;
        file.path = text.path + '#' + QByteArray::number(number);
        file.contentType = "application/octet-stream";
        file.filename = decodeHeaderText(Slice(found->name), text.charset);
        if (found->isDamaged)
            m_tree.defects |= Defect::BadChecksum;
        m_tree.parts.append(file);
        m_tree.parts.last().subtreeEnd = static_cast<int>(m_tree.parts.size());
    }
    m_tree.parts[index].subtreeEnd = static_cast<int>(m_tree.parts.size());
}

// A multipart in which no part was found becomes a text, so that its content is not lost.
void PartTreeBuilder::adoptChildless()
{
    for (Part &part : m_tree.parts) {
        if (part.kind != Part::Kind::Multipart || part.subtreeEnd > &part - m_tree.parts.data() + 1)
            continue;
        part.kind = Part::Kind::Leaf;
        part.contentType = "text/plain";
        if (part.path.isEmpty())
            part.path = "1";
        m_tree.defects |= Defect::BoundaryNotFound;
    }
}

} // namespace Mime

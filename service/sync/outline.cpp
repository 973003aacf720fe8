// SPDX-License-Identifier: GPL-3.0-or-later
#include "sync/outline.h"

#include <algorithm>

namespace Sync {

namespace {

constexpr qsizetype groupSize = 40;
constexpr qsizetype mostParts = 1000;
/// More than the 5 MiB of a text that are shown, in any encoding.
constexpr quint32 textBytes = 16 * 1024 * 1024;
constexpr qint64 allTextBytes = 24 * 1024 * 1024;

// Whether the part is inside an attached message, and belongs to that message.
bool isInMessage(const Imap::BodyStructure &structure, const Imap::BodyPart &part)
{
    for (int up = part.parent; up >= 0; up = structure.parts.at(up).parent) {
        if (!structure.parts.at(up).isMultipart())
            return true;
    }
    return false;
}

bool isText(const Imap::BodyPart &part)
{
    return part.type == "text" && part.disposition != "attachment"
        && Imap::fileName(part).isEmpty();
}

QList<const Imap::BodyPart *> ownParts(const Imap::BodyStructure &structure)
{
    QList<const Imap::BodyPart *> own;
    for (const Imap::BodyPart &part : structure.parts) {
        if (own.size() < mostParts && !isInMessage(structure, part))
            own.append(&part);
    }
    return own;
}

bool isEncoded(const Imap::BodyPart &part)
{
    return part.encoding != "7bit" && part.encoding != "8bit" && part.encoding != "binary";
}

/** Writes the parts one after the other, and closes each multipart after its last part. */
class OutlineWriter
{
public:
    OutlineWriter(const Imap::BodyStructure &structure, const Sections &sections)
        : m_structure(structure), m_sections(sections), m_out(sections.value("HEADER"))
    {
    }

    void add(const Imap::BodyPart &part)
    {
        closeTo(part.parent);
        if (part.parent >= 0)
            m_out +=
                "\r\n--" + boundary(part.parent) + "\r\n" + m_sections.value(part.path + ".MIME");
        if (part.isMultipart())
            m_open.append(int(&part - m_structure.parts.constData()));
        else
            m_out += m_sections.value(part.path);
    }

    QByteArray take()
    {
        closeTo(-1);
        return std::move(m_out);
    }

private:
    QByteArray boundary(int part) const
    {
        const QByteArray stored = m_structure.parts.at(part).parameter("boundary");
        // The reader looks for another boundary if the header's one does not occur.
        return stored.isEmpty() ? "outline-" + QByteArray::number(part) : stored;
    }
    void closeTo(int parent)
    {
        while (!m_open.isEmpty() && m_open.last() != parent)
            m_out += "\r\n--" + boundary(m_open.takeLast()) + "--\r\n";
    }

    const Imap::BodyStructure &m_structure;
    const Sections &m_sections;
    QByteArray m_out;
    QList<int> m_open; ///< containers, by their index
};

} // namespace

QList<QList<Imap::SectionRequest>> outlineSections(const Imap::BodyStructure &structure)
{
    QList<QList<Imap::SectionRequest>> groups;
    const auto ask = [&groups](const Imap::SectionRequest &section) {
        if (groups.isEmpty() || groups.last().size() == groupSize)
            groups.append(QList<Imap::SectionRequest>());
        groups.last().append(section);
    };
    ask({ "HEADER", {} });
    qint64 left = allTextBytes;
    for (const Imap::BodyPart *part : ownParts(structure)) {
        if (part->parent >= 0)
            ask({ part->path + ".MIME", {} });
        const quint32 length = quint32(std::min<qint64>({ part->size, textBytes, left }));
        if (!isText(*part) || length == 0)
            continue;
        ask({ part->path, Imap::PartialRange{ 0, length } });
        left -= length;
    }
    return groups;
}

QByteArray outlineOf(const Imap::BodyStructure &structure, const Sections &sections)
{
    OutlineWriter writer(structure, sections);
    for (const Imap::BodyPart *part : ownParts(structure))
        writer.add(*part);
    return writer.take();
}

Parsing::ReadBody readOutline(quint32 uid, const Imap::BodyStructure &structure,
                              const Sections &sections)
{
    Parsing::ReadBody read = Parsing::readBody(uid, outlineOf(structure, sections));
    read.body.isOutline = true;
    for (Store::Attachment &attachment : read.body.attachments) {
        const auto part =
            std::ranges::find(structure.parts, attachment.partPath, &Imap::BodyPart::path);
        if (part == structure.parts.end() || sections.contains(part->path))
            continue; // a file inside a text that was fetched
        attachment.size = isEncoded(*part) ? std::nullopt : std::optional<qint64>(part->size);
    }
    return read;
}

} // namespace Sync

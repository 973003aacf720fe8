// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/opensigned.h"

#include "mime/cms.h"

namespace Mime {

namespace {

constexpr int mostInsideEachOther = 4;
constexpr qsizetype headBytes = 64; // enough for cmsTypeOf()

bool hasP7mName(const Part &part)
{
    return part.filename.endsWith(QLatin1StringView(".p7m"), Qt::CaseInsensitive);
}

/** Opens the first leaf of a tree, then the first leaf of what it contains, and so on. */
class SignedOpener
{
public:
    SignedOpener(PartTree &tree, const QByteArray &raw, const Limits &limits)
        : m_parts(tree.parts), m_defects(tree.defects), m_raw(raw), m_limits(limits)
    {
    }

    QList<QByteArray> open()
    {
        while (findFirstLeaf() && isSigned()) {
            if (m_sources.size() == mostInsideEachOther || !openLeaf()) {
                m_defects |= Defect::SignedNotOpened;
                break;
            }
            m_defects |= Defect::SignatureNotChecked;
        }
        return std::move(m_sources);
    }

private:
    bool findFirstLeaf()
    {
        while (hasChildren(m_at)) {
            ++m_at;
            ++m_depth;
        }
        return isCmsPart(m_parts.at(m_at));
    }

    bool hasChildren(int index) const
    {
        const Part &part = m_parts.at(index);
        const bool isOpen = part.kind == Part::Kind::Multipart || part.kind == Part::Kind::Signed;
        return isOpen && part.subtreeEnd > index + 1;
    }

    Slice encoded() const
    {
        const Part &part = m_parts.at(m_at);
        const QByteArray &bytes = part.source == 0 ? m_raw : m_sources.at(part.source - 1);
        return Slice(bytes).between(part.bodyBegin, part.bodyEnd);
    }

    bool isSigned() const
    {
        const QByteArray head = decodeTransfer(encoded(), m_parts.at(m_at).encoding, headBytes);
        return cmsTypeOf(head) == CmsType::Signed;
    }

    // False: the part has no content, or the content exceeds a limit.
    bool openLeaf()
    {
        const Part &part = m_parts.at(m_at);
        const qsizetype room = m_limits.signedBytes - m_bytes;
        Limits limits = m_limits;
        limits.parts -= static_cast<int>(m_parts.size());
        limits.depth -= m_depth + 1;
        if (limits.parts < 1 || limits.depth < 0 || decodedSize(encoded(), part.encoding) > room)
            return false;
        const QByteArray decoded = decodeTransfer(encoded(), part.encoding);
        std::optional<QByteArray> content = signedContent(decoded);
        if (!content)
            return false;
        m_bytes += content->size();
        m_sources.append(std::move(*content));
        PartTree inner = PartTreeBuilder(m_sources.last(), limits).build();
        m_defects |= inner.defects;
        insert(std::move(inner.parts));
        return true;
    }

    void insert(QList<Part> inner)
    {
        const auto count = static_cast<int>(inner.size());
        for (Part &part : m_parts) {
            part.subtreeEnd += part.subtreeEnd > m_at ? count : 0;
            part.parent += part.parent > m_at ? count : 0;
        }
        const QByteArray above = m_parts.at(m_at).path + '/';
        QList<Part> all = m_parts.first(m_at + 1);
        all.reserve(m_parts.size() + count);
        for (Part &part : inner) {
            part.source = static_cast<int>(m_sources.size());
            part.childNumber = part.parent < 0 ? 1 : part.childNumber;
            part.parent += m_at + 1; // the root's -1 becomes the signed part
            part.subtreeEnd += m_at + 1;
            part.path.prepend(above);
            all.append(std::move(part));
        }
        all.append(m_parts.sliced(m_at + 1));
        all[m_at].kind = Part::Kind::Signed;
        m_parts = std::move(all);
    }

    QList<Part> &m_parts;
    Defects &m_defects;
    const QByteArray &m_raw;
    const Limits &m_limits;
    QList<QByteArray> m_sources;
    qsizetype m_bytes = 0;
    int m_at = 0;
    int m_depth = 0;
};

} // namespace

bool isCmsPart(const Part &part)
{
    if (part.kind != Part::Kind::Leaf)
        return false;
    return part.contentType == "application/pkcs7-mime"
        || part.contentType == "application/x-pkcs7-mime"
        || (part.contentType == "application/octet-stream" && hasP7mName(part));
}

QList<QByteArray> openSigned(PartTree &tree, const QByteArray &raw, const Limits &limits)
{
    return SignedOpener(tree, raw, limits).open();
}

} // namespace Mime

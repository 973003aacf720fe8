// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/cms.h"

namespace Mime {

namespace {

constexpr unsigned char integerTag = 0x02;
constexpr unsigned char octetStringTag = 0x04;
constexpr unsigned char objectTag = 0x06;
constexpr unsigned char constructed = 0x20;
constexpr unsigned char sequenceTag = 0x30;
constexpr unsigned char setTag = 0x31;
constexpr unsigned char explicitTag = 0xa0; // [0]

// 1.2.840.113549.1.7, PKCS #7; the type follows in one byte.
constexpr QByteArrayView pkcs7 = "\x2a\x86\x48\x86\xf7\x0d\x01\x07";
// 1.2.840.113549.1.9.16.1.23: authEnvelopedData, RFC 5083
constexpr QByteArrayView authEnveloped = "\x2a\x86\x48\x86\xf7\x0d\x01\x09\x10\x01\x17";

/** Identifier and length of one element, X.690 8.1. */
struct Element {
    unsigned char tag = 0;
    bool isIndefinite = false; // ends at an end-of-contents element
    qsizetype begin = 0;       // of its content
    qsizetype end = 0;         // if it is definite; at most the end of the bytes
};

/** Walks over BER from the front; a call fails if the next element is not the expected one. */
class BerReader
{
public:
    explicit BerReader(Slice bytes) : m_bytes(bytes) { }

    /// Goes into the next element, which must have this tag.
    bool enter(unsigned char tag)
    {
        const std::optional<Element> element = next();
        if (!element || element->tag != tag)
            return false;
        m_at = element->begin;
        return true;
    }

    /// Goes behind the next element, which must have this tag.
    bool skip(unsigned char tag)
    {
        const std::optional<Element> element = next();
        return element && element->tag == tag && skip(*element);
    }

    /// The content of an object identifier.
    Slice object()
    {
        const std::optional<Element> element = next();
        if (!element || element->tag != objectTag || element->isIndefinite)
            return {};
        m_at = element->end;
        return m_bytes.between(element->begin, element->end);
    }

    /// X.690 8.7: the octets of the strings inside each other, in order.
    std::optional<QByteArray> octets()
    {
        const std::optional<Element> outer = next();
        if (!outer || (outer->tag & ~constructed) != octetStringTag)
            return std::nullopt;
        if (outer->tag == octetStringTag)
            return m_bytes.between(outer->begin, outer->end).toByteArray();
        return collected(*outer);
    }

private:
    std::optional<Element> next() const
    {
        Element element;
        element.tag = byteAt(m_at);
        if (m_at + 1 >= m_bytes.size() || (element.tag & 0x1f) == 0x1f)
            return std::nullopt;
        const unsigned char first = byteAt(m_at + 1);
        element.begin = m_at + 2;
        element.isIndefinite = first == 0x80;
        qsizetype length = first;
        if (first > 0x80) {
            const qsizetype count = first & 0x7f;
            if (count > 6) // longer than any mail
                return std::nullopt;
            length = 0;
            for (qsizetype i = 0; i < count; ++i)
                length = length << 8 | byteAt(element.begin++);
        }
        element.end = std::min(m_bytes.size(), element.begin + length);
        const bool isPrimitive = !(element.tag & constructed);
        return element.isIndefinite && isPrimitive ? std::nullopt : std::optional(element);
    }

    // Elements of definite length are skipped whole, so it is enough to count those of indefinite
    // length.
    bool skip(const Element &element)
    {
        m_at = element.isIndefinite ? element.begin : element.end;
        for (qsizetype open = element.isIndefinite; open > 0;) {
            if (isEndOfContents()) {
                m_at += 2;
                --open;
                continue;
            }
            const std::optional<Element> inner = next();
            if (!inner)
                return false;
            open += inner->isIndefinite;
            m_at = inner->isIndefinite ? inner->begin : inner->end;
        }
        return true;
    }

    // Enters strings inside strings. Where one of definite length ends does not matter, because all
    // are joined in their order.
    std::optional<QByteArray> collected(const Element &outer)
    {
        QByteArray all;
        const qsizetype end = outer.isIndefinite ? m_bytes.size() : outer.end;
        all.reserve(end - outer.begin);
        qsizetype open = outer.isIndefinite;
        for (m_at = outer.begin; m_at < end && (open > 0 || !outer.isIndefinite);) {
            if (isEndOfContents()) {
                m_at += 2;
                --open;
                continue;
            }
            const std::optional<Element> inner = next();
            if (!inner || (inner->tag & ~constructed) != octetStringTag)
                return std::nullopt;
            open += inner->isIndefinite;
            m_at = inner->begin;
            if (inner->tag != octetStringTag)
                continue;
            m_at = std::min(inner->end, end);
            all.append(m_bytes.between(inner->begin, m_at).view());
        }
        return all;
    }

    bool isEndOfContents() const
    {
        return m_at + 1 < m_bytes.size() && byteAt(m_at) == 0 && byteAt(m_at + 1) == 0;
    }

    unsigned char byteAt(qsizetype i) const { return static_cast<unsigned char>(m_bytes[i]); }

    Slice m_bytes;
    qsizetype m_at = 0;
};

CmsType typeNamed(Slice object)
{
    if (object.isEmpty())
        return CmsType::None;
    if (object.view() == authEnveloped)
        return CmsType::Enveloped;
    if (!object.startsWith(pkcs7) || object.size() != pkcs7.size() + 1)
        return CmsType::Other;
    switch (object[pkcs7.size()]) {
    case 2:
        return CmsType::Signed;
    case 3: // envelopedData
    case 6: // encryptedData
        return CmsType::Enveloped;
    default:
        return CmsType::Other;
    }
}

bool isData(Slice object)
{
    return object.size() == pkcs7.size() + 1 && object.startsWith(pkcs7)
        && object[pkcs7.size()] == 1;
}

} // namespace

CmsType cmsTypeOf(Slice bytes)
{
    BerReader reader(bytes);
    return reader.enter(sequenceTag) ? typeNamed(reader.object()) : CmsType::None;
}

std::optional<QByteArray> signedContent(Slice bytes)
{
    BerReader reader(bytes);
    const bool isSigned = reader.enter(sequenceTag) && typeNamed(reader.object()) == CmsType::Signed
        && reader.enter(explicitTag) && reader.enter(sequenceTag);
    const bool hasContent = isSigned && reader.skip(integerTag) && reader.skip(setTag)
        && reader.enter(sequenceTag) && isData(reader.object()) && reader.enter(explicitTag);
    return hasContent ? reader.octets() : std::nullopt;
}

} // namespace Mime

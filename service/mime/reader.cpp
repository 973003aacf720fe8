// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/reader.h"

#include "mime/attachmentname.h"
#include "mime/bodychoice.h"
#include "mime/contentids.h"
#include "mime/opensigned.h"
#include "mime/parttree.h"

namespace Mime {

namespace {

// Whether the first line of the mail ends in CR alone, as on old Macs. CR CR LF is not such an end.
bool endsLinesInReturns(Slice raw)
{
    qsizetype at = raw.indexOf('\r');
    if (at < 0 || raw.first(at).indexOf('\n') >= 0)
        return false;
    while (raw[at] == '\r')
        ++at;
    return raw[at] != '\n';
}

// Replaces every CR without a LF behind it by a LF; positions stay the same.
bool repairLineEnds(QByteArray &raw)
{
    if (!endsLinesInReturns(raw))
        return false;
    char *const bytes = raw.data();
    for (qsizetype i = 0; i < raw.size(); ++i) {
        if (bytes[i] == '\r' && (i + 1 == raw.size() || bytes[i + 1] != '\n'))
            bytes[i] = '\n';
    }
    return true;
}

bool isLongerThan(qsizetype limit, const Message &message, const QList<int> &body)
{
    const QList<Part> &parts = message.parts();
    qsizetype encoded = 0;
    for (const int i : body)
        encoded += parts.at(i).bodyEnd - parts.at(i).bodyBegin;
    if (encoded <= limit) // decoded text is never longer than encoded text
        return false;
    qsizetype decoded = 0;
    for (const int i : body)
        decoded += decodedSize(message.rawContent(parts.at(i)), parts.at(i).encoding);
    return decoded > limit;
}

bool anyHasContentId(const QList<Part> &parts, const QList<int> &chosen)
{
    return std::any_of(chosen.begin(), chosen.end(),
                       [&](int i) { return !parts.at(i).contentId.isEmpty(); });
}

/** Makes names for the files of one mail that have none. Each name is used once. */
class NameMaker
{
public:
    explicit NameMaker(const Message &message) : m_message(message) { }

    QString nameFor(const Part &part)
    {
        if (m_taken.isEmpty()) {
            for (const Part &one : m_message.parts())
                m_taken.insert(one.filename.toLower());
        }
        const QString name =
            isMessage(part) ? nameOfMessage(part) : attachmentName(part.contentType);
        const qsizetype dot = name.lastIndexOf(u'.');
        QString unique = name;
        for (int &number = m_numbers[name]; m_taken.contains(unique.toLower());)
            unique = name.first(dot) + u'-' + QString::number(++number + 1) + name.sliced(dot);
        m_taken.insert(unique.toLower());
        return unique;
    }

private:
    static bool isMessage(const Part &part) { return part.contentType == "message/rfc822"; }

    // An encoded message: PartTreeBuilder has not read its subject.
    QString nameOfMessage(const Part &part) const
    {
        constexpr qsizetype headBytes = 16 * 1024;
        return messageFileName(Headers::parse(m_message.decodedContent(part, headBytes)).subject());
    }

    const Message &m_message;
    QSet<QString> m_taken; // in lower case; filled at the first use
    QHash<QString, int> m_numbers;
};

} // namespace

Message Reader::parse(QByteArray raw, const Limits &limits)
{
    Message message;
    const bool hadBareReturns = repairLineEnds(raw);
    PartTree tree = PartTreeBuilder(raw, limits).build();
    message.m_signedContents = openSigned(tree, raw, limits);
    message.m_raw = std::move(raw);
    message.m_limits = limits;
    message.m_headers = std::move(tree.headers);
    message.m_parts = std::move(tree.parts);
    message.m_defects = tree.defects;
    message.m_defects.setFlag(Defect::BareCarriageReturns, hadBareReturns);
    addBody(message);
    return message;
}

void Reader::addBody(Message &message)
{
    BodyChoice choice = chooseBody(message.m_parts);
    const QList<Part> &parts = message.m_parts;
    const auto isHtml = [&](int i) {
        return parts.at(i).isHtml();
    };
    std::copy_if(choice.html.begin(), choice.html.end(), std::back_inserter(message.m_htmlParts),
                 isHtml);
    std::remove_copy_if(choice.text.begin(), choice.text.end(),
                        std::back_inserter(message.m_textParts), isHtml);
    const qsizetype limit = message.m_limits.textBytes;
    if (isLongerThan(limit, message, choice.text) || isLongerThan(limit, message, choice.html))
        message.m_defects |= Defect::TextCut;
    message.m_textBody = std::move(choice.text);
    message.m_htmlBody = std::move(choice.html);
    addAttachments(message, choice.attachments);
}

void Reader::addAttachments(Message &message, const QList<int> &chosen)
{
    QSet<QByteArray> shown;
    if (message.isHtml() && anyHasContentId(message.m_parts, chosen))
        shown = referencedContentIds(message.htmlBody().value_or(QString()));
    NameMaker names(message);
    message.m_attachments.reserve(chosen.size());
    for (const int index : chosen) {
        const Part &part = message.m_parts.at(index);
        Attachment attachment;
        attachment.partPath = part.path;
        attachment.filename = part.filename.isEmpty() ? names.nameFor(part) : part.filename;
        attachment.contentType = part.contentType;
        attachment.size = decodedSize(message.rawContent(part), part.encoding);
        attachment.contentId = part.contentId;
        attachment.isInline = !part.contentId.isEmpty() && shown.contains(part.contentId);
        message.m_attachments.append(std::move(attachment));
    }
}

} // namespace Mime

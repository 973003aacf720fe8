// SPDX-License-Identifier: GPL-3.0-or-later
// The summary of a Message.
#include "mime/calendar.h"
#include "mime/cms.h"
#include "mime/htmlsniff.h"
#include "mime/message.h"
#include "mime/opensigned.h"
#include "mime/parameters.h"
#include "mime/stubtext.h"

using namespace Qt::StringLiterals;

namespace Mime {

namespace {

constexpr int comparedPoints = 1000;            // of the HTML that is compared with the plain text
constexpr qsizetype furthestQuote = 256 * 1024; // text below a longer one is not searched for

bool isCalendar(const Part &part)
{
    return part.contentType == "text/calendar" || part.contentType == "application/ics";
}

Summary summaryOfDecoded(const Part &part, QStringView text, int maxPoints)
{
    if (part.isHtml() || looksLikeHtml(text))
        return summarizeHtml(text, maxPoints);
    if (!isCalendar(part))
        return summarizeText(text);
    const Summary summary = summarize(calendarSummary(text));
    return summary.text.isEmpty() ? summarize(text) : summary;
}

} // namespace

// Uses the first part that shows text, in the order of the mail, so that the footer of a mailing
// list behind the HTML does not become the summary.
QString Message::summary() const
{
    const Summary text = summaryOf(m_textBody, summaryCodePoints);
    if (text.text.startsWith("-----BEGIN PGP MESSAGE-----"_L1))
        return u"Encrypted message (PGP)"_s;
    if (!text.text.isEmpty() && (m_htmlParts.isEmpty() || !mayBeStub(text)))
        return text.text;
    const QList<int> others = htmlBesideText();
    const Summary html =
        summaryOf(others, text.text.isEmpty() ? summaryCodePoints : comparedPoints);
    if (text.text.isEmpty())
        return html.text.isEmpty() ? noticeOfContent() : html.text;
    return isStub(text, html.text) ? summarize(html.text).text : text.text;
}

Summary Message::summaryOf(const QList<int> &parts, int maxPoints) const
{
    for (const int index : parts) {
        Summary summary = summaryOfPart(m_parts.at(index), maxPoints);
        if (!summary.text.isEmpty())
            return summary;
    }
    return {};
}

// Decodes the beginning of the part, then four times as much while that shows too little text:
// newsletters start with long style sheets. All rounds together cost a third more than the last
// one.
Summary Message::summaryOfPart(const Part &part, int maxPoints) const
{
    constexpr qsizetype uncertain = 64; // units at the cut, where a tag may be incomplete
    for (qsizetype room = 4096;; room *= 4) {
        const qsizetype most = std::min(room, m_limits.textBytes);
        const QByteArray bytes = textBytes(part, most);
        const bool isWhole = bytes.size() + 3 < most; // textBytes() removes up to 3 bytes at a cut
        QString text = decodedText(part, bytes);
        if (!isWhole)
            text.chop(uncertain);
        Summary summary = summaryOfDecoded(part, text, maxPoints);
        const bool mayGoOn = summary.isQuote && room < furthestQuote;
        if (isWhole || (summary.isCut && !mayGoOn) || room >= m_limits.textBytes)
            return summary;
    }
}

// The kind of a mail that shows no text.
QString Message::noticeOfContent() const
{
    for (int i = 0; i < m_parts.size();) {
        const Part &part = m_parts.at(i);
        if (QString notice = noticeOf(part); !notice.isEmpty())
            return notice;
        i = part.kind == Part::Kind::Message ? std::max(part.subtreeEnd, i + 1) : i + 1;
    }
    return {};
}

QString Message::noticeOf(const Part &part) const
{
    constexpr qsizetype calendarBytes = 64 * 1024;
    if (isCalendar(part))
        return summarize(calendarSummary(decodedText(part, decodedContent(part, calendarBytes))))
            .text;
    if (part.contentType == "application/pgp-encrypted")
        return u"Encrypted message (PGP)"_s;
    if (isCmsPart(part))
        return smimeNotice(part);
    if (part.contentType == "application/ms-tnef" || part.contentType == "application/vnd.ms-tnef")
        return u"Outlook attachment (winmail.dat)"_s;
    if (part.contentType == "application/x-sharing-metadata-xml")
        return u"Outlook sharing invitation"_s;
    const bool isBody = part.kind == Part::Kind::Leaf && part.isText()
        && part.disposition != Part::Disposition::Attachment;
    const QByteArray head = isBody ? decodedContent(part, 4096) : QByteArray();
    return head.contains("urn:schemas-microsoft-com:office") || head.contains("<o:")
        ? u"Outlook message without text"_s
        : QString();
}

QString Message::smimeNotice(const Part &part) const
{
    const CmsType type = cmsTypeOf(decodedContent(part, 64));
    const Headers headers = partHeaders(part);
    const QByteArray said =
        ParameterizedValue(headers.raw("Content-Type")).parameter("smime-type").toLower();
    if (type == CmsType::Enveloped || (type == CmsType::None && said.endsWith("enveloped-data")))
        return u"Encrypted message (S/MIME)"_s;
    if (type == CmsType::Signed || said == "signed-data")
        return u"Signed message (S/MIME)"_s;
    return u"S/MIME message"_s;
}

} // namespace Mime

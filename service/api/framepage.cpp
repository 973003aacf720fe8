// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/framepage.h"

#include "html/page.h"
#include "mime/reader.h"
#include "net/httpcall.h"

#include <QHash>

using namespace Qt::StringLiterals;

namespace Api {

namespace {

/** The parts of a mail by their addresses in its HTML: Content-ID (RFC 2392), Content-Location (RFC 2557). */
class NamedParts
{
public:
    NamedParts(const Store::MailDetail &mail, const Mime::Message &message)
    {
        for (const Store::Attachment &attachment : mail.attachments) {
            if (!attachment.contentId.isEmpty())
                add(m_byContentId, attachment.contentId, attachment.id);
            const Mime::Part *part = message.partAt(attachment.partPath);
            if (!part)
                continue;
            const QByteArray location =
                message.partHeaders(*part).raw("Content-Location").toByteArray().trimmed();
            if (!location.isEmpty())
                add(m_byLocation, location, attachment.id);
        }
    }

    /// The id of the attachment with this address; 0: there is none.
    qint64 find(const QString &address) const
    {
        const QByteArray utf8 = address.toUtf8();
        if (address.startsWith("cid:"_L1, Qt::CaseInsensitive))
            return m_byContentId.value(QByteArray::fromPercentEncoding(utf8.sliced(4)));
        return m_byLocation.value(utf8);
    }

private:
    static void add(QHash<QByteArray, qint64> &parts, const QByteArray &name, qint64 id)
    {
        if (!parts.contains(name)) // of several with this name the first is used
            parts.insert(name, id);
    }

    QHash<QByteArray, qint64> m_byContentId;
    QHash<QByteArray, qint64> m_byLocation;
};

Html::ImageSources sourcesOf(const NamedParts &parts, const FrameTickets &tickets,
                             const QByteArray &words, bool hasImages)
{
    const QString below = QString::fromLatin1(words);
    Html::ImageSources sources;
    sources.part = [&parts, below](const QString &address) {
        const qint64 id = parts.find(address);
        return id ? below + u"/parts/"_s + QString::number(id) : QString();
    };
    if (!hasImages)
        return sources;
    sources.remote = [&tickets, words, below](const QString &address) {
        const QString encoded = QUrl(address, QUrl::TolerantMode).toString(QUrl::FullyEncoded);
        const Result<QUrl> url = Net::callUrl(encoded);
        if (!url)
            return QString();
        const QByteArray image = tickets.signImage(words, url->toEncoded());
        return below + u"/images/"_s + QString::fromLatin1(image);
    };
    return sources;
}

} // namespace

FramePage framePage(const Store::MailDetail &mail, const FrameTickets &tickets,
                    const QByteArray &words, bool hasImages)
{
    if (!mail.raw)
        return { Html::pageOfProblem(u"The text of this mail could not be fetched."_s), 0 };
    const Mime::Message message = Mime::Reader::parse(*mail.raw);
    const std::optional<QString> html = message.htmlBody();
    if (!html)
        return { Html::pageOfText(message.textBody().value_or(QString())), 0 };
    const NamedParts parts(mail, message);
    const Html::Cleaned cleaned = Html::clean(*html, sourcesOf(parts, tickets, words, hasImages));
    return { Html::pageOf(cleaned), cleaned.remoteImages };
}

} // namespace Api

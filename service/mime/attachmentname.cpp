// SPDX-License-Identifier: GPL-3.0-or-later
#include "mime/attachmentname.h"

#include "mime/filenameparameter.h"

#include <QByteArrayView>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Mime {

namespace {

struct TypeName {
    QByteArrayView type;
    QLatin1StringView name;
};

constexpr std::array names{
    TypeName{ "application/epub+zip", "attachment.epub"_L1 },
    TypeName{ "application/gzip", "attachment.gz"_L1 },
    TypeName{ "application/ics", "invite.ics"_L1 },
    TypeName{ "application/javascript", "attachment.js"_L1 },
    TypeName{ "application/json", "attachment.json"_L1 },
    TypeName{ "application/ms-tnef", "winmail.dat"_L1 },
    TypeName{ "application/msword", "attachment.doc"_L1 },
    TypeName{ "application/pdf", "attachment.pdf"_L1 },
    TypeName{ "application/pgp-encrypted", "version.asc"_L1 },
    TypeName{ "application/pgp-keys", "key.asc"_L1 },
    TypeName{ "application/pgp-signature", "signature.asc"_L1 },
    TypeName{ "application/pkcs7-mime", "smime.p7m"_L1 },
    TypeName{ "application/pkcs7-signature", "smime.p7s"_L1 },
    TypeName{ "application/postscript", "attachment.ps"_L1 },
    TypeName{ "application/rtf", "attachment.rtf"_L1 },
    TypeName{ "application/vnd.apple.pkpass", "pass.pkpass"_L1 },
    TypeName{ "application/vnd.ms-excel", "attachment.xls"_L1 },
    TypeName{ "application/vnd.ms-outlook", "message.msg"_L1 },
    TypeName{ "application/vnd.ms-powerpoint", "attachment.ppt"_L1 },
    TypeName{ "application/vnd.ms-tnef", "winmail.dat"_L1 },
    TypeName{ "application/vnd.oasis.opendocument.presentation", "attachment.odp"_L1 },
    TypeName{ "application/vnd.oasis.opendocument.spreadsheet", "attachment.ods"_L1 },
    TypeName{ "application/vnd.oasis.opendocument.text", "attachment.odt"_L1 },
    TypeName{ "application/vnd.openxmlformats-officedocument.presentationml.presentation",
              "attachment.pptx"_L1 },
    TypeName{ "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
              "attachment.xlsx"_L1 },
    TypeName{ "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
              "attachment.docx"_L1 },
    TypeName{ "application/vnd.rar", "attachment.rar"_L1 },
    TypeName{ "application/x-7z-compressed", "attachment.7z"_L1 },
    TypeName{ "application/x-gzip", "attachment.gz"_L1 },
    TypeName{ "application/x-pkcs7-mime", "smime.p7m"_L1 },
    TypeName{ "application/x-pkcs7-signature", "smime.p7s"_L1 },
    TypeName{ "application/x-rar-compressed", "attachment.rar"_L1 },
    TypeName{ "application/x-tar", "attachment.tar"_L1 },
    TypeName{ "application/x-zip-compressed", "attachment.zip"_L1 },
    TypeName{ "application/xhtml+xml", "page.html"_L1 },
    TypeName{ "application/xml", "attachment.xml"_L1 },
    TypeName{ "application/zip", "attachment.zip"_L1 },
    TypeName{ "audio/mp4", "audio.m4a"_L1 },
    TypeName{ "audio/mpeg", "audio.mp3"_L1 },
    TypeName{ "audio/x-wav", "audio.wav"_L1 },
    TypeName{ "image/jpeg", "image.jpg"_L1 },
    TypeName{ "image/pjpeg", "image.jpg"_L1 },
    TypeName{ "image/svg+xml", "image.svg"_L1 },
    TypeName{ "image/vnd.microsoft.icon", "image.ico"_L1 },
    TypeName{ "image/x-icon", "image.ico"_L1 },
    TypeName{ "image/x-png", "image.png"_L1 },
    TypeName{ "message/delivery-status", "delivery-status.txt"_L1 },
    TypeName{ "message/disposition-notification", "disposition-notification.txt"_L1 },
    TypeName{ "message/external-body", "external-body.txt"_L1 },
    TypeName{ "message/global", "message.eml"_L1 },
    TypeName{ "message/partial", "message-part.eml"_L1 },
    TypeName{ "message/rfc822", "message.eml"_L1 },
    TypeName{ "text/calendar", "invite.ics"_L1 },
    TypeName{ "text/css", "attachment.css"_L1 },
    TypeName{ "text/csv", "attachment.csv"_L1 },
    TypeName{ "text/directory", "contact.vcf"_L1 },
    TypeName{ "text/html", "page.html"_L1 },
    TypeName{ "text/markdown", "attachment.md"_L1 },
    TypeName{ "text/rfc822-headers", "headers.txt"_L1 },
    TypeName{ "text/rtf", "attachment.rtf"_L1 },
    TypeName{ "text/vcard", "contact.vcf"_L1 },
    TypeName{ "text/x-vcard", "contact.vcf"_L1 },
    TypeName{ "text/xml", "attachment.xml"_L1 },
    TypeName{ "video/quicktime", "video.mov"_L1 },
    TypeName{ "video/x-msvideo", "video.avi"_L1 },
};

bool isEnding(QByteArrayView subtype)
{
    return !subtype.isEmpty() && subtype.size() <= 5
        && std::all_of(subtype.begin(), subtype.end(),
                       [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); });
}

} // namespace

QString attachmentName(const QByteArray &contentType)
{
    const auto *const known = std::find_if(
        names.begin(), names.end(), [&](const TypeName &one) { return one.type == contentType; });
    if (known != names.end())
        return known->name;
    if (contentType.startsWith("text/"))
        return u"attachment.txt"_s;
    const QByteArrayView type(contentType);
    const QByteArrayView subtype = type.sliced(type.indexOf('/') + 1);
    for (const char *major : { "image", "audio", "video" }) {
        if (contentType.startsWith(major) && isEnding(subtype)) // image/webp, audio/ogg, video/mp4
            return QLatin1StringView(major) + u'.' + QLatin1StringView(subtype);
    }
    return u"attachment.bin"_s;
}

QString messageFileName(QString subject)
{
    subject.replace(u'/', u'_').replace(u'\\', u'_');
    QString name = bareFileName(subject.left(200));
    if (!name.isEmpty() && name.back().isHighSurrogate()) // half of a surrogate pair
        name.chop(1);
    return (name.isEmpty() ? u"message"_s : name) + QLatin1StringView(".eml");
}

} // namespace Mime

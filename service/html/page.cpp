// SPDX-License-Identifier: GPL-3.0-or-later
#include "html/page.h"

#include "html/plaintext.h"
#include "html/writtentext.h"

using namespace Qt::StringLiterals;

namespace Html {

namespace {

constexpr auto sheet =
    ":root{color-scheme:light;background:#fff;color:#1c1c1e}"
    "body{margin:0;padding:16px;font:15px/1.5 system-ui,-apple-system,\"Segoe UI\",Roboto,"
    "\"Noto Sans\",\"Noto Sans CJK SC\",sans-serif;overflow-wrap:break-word}"
    "img{max-width:100%}"
    "pre{white-space:pre-wrap}"
    "blockquote{margin:0 0 0 2px;padding:0 0 0 12px;border-inline-start:2px solid #c7c7cc}"
    ".postrider-text{unicode-bidi:plaintext;white-space:pre-wrap}"
    ".postrider-text blockquote{color:#515154}"
    "@media print{body{padding:0}}"_L1;

void appendAttribute(QString &out, QLatin1StringView name, const QString &value)
{
    if (value.isEmpty())
        return;
    out.append(u' ');
    out.append(name);
    out.append("=\""_L1);
    appendEscaped(out, value);
    out.append(u'"');
}

} // namespace

QByteArray pageOf(const Cleaned &mail)
{
    QString page;
    page.reserve(mail.body.size() + mail.styles.size() + 2048);
    page.append("<!DOCTYPE html>\n<html"_L1);
    appendAttribute(page, "lang"_L1, mail.language);
    appendAttribute(page, "dir"_L1, mail.direction);
    page.append("><head><meta charset=\"utf-8\">"
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
                "<meta name=\"color-scheme\" content=\"light\"><title>Mail</title><style>"_L1);
    page.append(sheet);
    page.append("</style>"_L1);
    if (!mail.styles.isEmpty()) {
        page.append("<style>"_L1);
        page.append(mail.styles);
        page.append("</style>"_L1);
    }
    page.append("</head><body"_L1);
    page.append(mail.bodyAttributes);
    page.append(u'>');
    page.append(mail.body);
    page.append("</body></html>\n"_L1);
    return page.toUtf8();
}

QByteArray pageOfText(QStringView text)
{
    Cleaned mail;
    mail.body = plainTextAsHtml(text);
    mail.direction = u"auto"_s;
    return pageOf(mail);
}

QByteArray pageOfProblem(const QString &sentence)
{
    Cleaned mail;
    mail.body = u"<p>"_s + sentence.toHtmlEscaped() + u"</p>"_s;
    return pageOf(mail);
}

} // namespace Html

// SPDX-License-Identifier: GPL-3.0-or-later
#include "policy/mailto.h"

#include "policy/cleantext.h"

#include <QUrlQuery>

using namespace Qt::StringLiterals;

namespace Policy {

namespace {

constexpr qsizetype maxLine = 998;
constexpr qsizetype maxBody = 100'000;
constexpr qsizetype maxAddresses = 100;

void addAddresses(QStringList &list, const QString &text)
{
    for (const QString &part : text.split(u',', Qt::SkipEmptyParts)) {
        const QString address = cleanLine(part, maxLine);
        if (!address.isEmpty() && list.size() < maxAddresses)
            list.append(address);
    }
}

QString lines(const QString &text)
{
    QStringList clean;
    for (const QString &line : text.left(maxBody).remove(u'\r').split(u'\n')) {
        QString kept;
        for (const QChar c : line) {
            if (c == u'\t' || c.category() != QChar::Other_Control)
                kept += c;
        }
        clean.append(kept);
    }
    return clean.join(u'\n');
}

QString decoded(const QString &text)
{
    return QUrl::fromPercentEncoding(text.toLatin1());
}

} // namespace

Mailto mailtoOf(const QUrl &url)
{
    Mailto mail;
    if (url.scheme() != u"mailto")
        return mail;
    // A comma separates addresses; an encoded comma is part of an address.
    for (const QString &part : url.path(QUrl::FullyEncoded).split(u',', Qt::SkipEmptyParts))
        mail.to.append(cleanLine(decoded(part), maxLine));
    for (const auto &[name, value] : QUrlQuery(url).queryItems(QUrl::FullyEncoded)) {
        const QString field = decoded(name).toLower();
        const QString text = decoded(value);
        if (field == u"to")
            addAddresses(mail.to, text);
        else if (field == u"cc")
            addAddresses(mail.cc, text);
        else if (field == u"bcc")
            addAddresses(mail.bcc, text);
        else if (field == u"subject")
            mail.subject = cleanLine(text, maxLine);
        else if (field == u"body")
            mail.body = lines(text);
    }
    mail.to.removeAll(QString());
    mail.to = mail.to.mid(0, maxAddresses);
    return mail;
}

} // namespace Policy

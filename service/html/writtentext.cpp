// SPDX-License-Identifier: GPL-3.0-or-later
#include "html/writtentext.h"

#include "mime/entities.h"

namespace Html {

namespace {

bool isAsciiAlphanumeric(QChar c)
{
    return c.unicode() < 0x80 && c.isLetterOrNumber();
}

// HTML 13.2.5.73: in an attribute, `&copy` in `?a=1&copy=2` is a part of an address, not a reference.
bool isReference(QStringView raw, const Mime::Entity &entity, Place place)
{
    if (entity.unitCount == 0)
        return false;
    const bool isOpenName = raw[1] != u'#' && raw[entity.length - 1] != u';';
    if (place == Place::Text || !isOpenName || entity.length == raw.size())
        return true;
    const QChar next = raw[entity.length];
    return next != u'=' && !isAsciiAlphanumeric(next);
}

bool isDropped(char16_t c)
{
    return (c < 0x20 && c != u'\t' && c != u'\n') || c == 0x7f;
}

void appendCharacter(QString &out, QStringView raw, qsizetype at)
{
    const char16_t c = raw[at].unicode();
    if (c == u'\r') {
        if (at + 1 == raw.size() || raw[at + 1] != u'\n')
            out.append(u'\n');
    } else if (c == u'\f') {
        out.append(u' ');
    } else if (!isDropped(c)) {
        out.append(QChar(c));
    }
}

} // namespace

QString decoded(QStringView raw, Place place)
{
    QString out;
    out.reserve(raw.size());
    for (qsizetype at = 0; at < raw.size();) {
        if (raw[at] == u'&') {
            const QStringView rest = raw.sliced(at);
            const Mime::Entity entity = Mime::entityAt(rest);
            if (isReference(rest, entity, place)) {
                for (int i = 0; i < entity.unitCount; ++i) {
                    if (!isDropped(entity.units[size_t(i)]))
                        out.append(QChar(entity.units[size_t(i)]));
                }
                at += entity.length;
                continue;
            }
        }
        appendCharacter(out, raw, at);
        ++at;
    }
    return out;
}

void appendEscaped(QString &out, QStringView text)
{
    for (const QChar c : text) {
        switch (c.unicode()) {
        case u'&':
            out.append(QLatin1StringView("&amp;"));
            break;
        case u'<':
            out.append(QLatin1StringView("&lt;"));
            break;
        case u'>':
            out.append(QLatin1StringView("&gt;"));
            break;
        case u'"':
            out.append(QLatin1StringView("&quot;"));
            break;
        default:
            out.append(c);
            break;
        }
    }
}

} // namespace Html

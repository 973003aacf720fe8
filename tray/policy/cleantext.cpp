// SPDX-License-Identifier: GPL-3.0-or-later
#include "policy/cleantext.h"

#include <QTextBoundaryFinder>

using namespace Qt::StringLiterals;

namespace Policy {

namespace {

// Only this part of a long text is read.
constexpr qsizetype maxLooked = 4096;

bool turnsDirection(QChar c)
{
    return (c >= QChar(0x202a) && c <= QChar(0x202e)) || (c >= QChar(0x2066) && c <= QChar(0x2069));
}

bool isDropped(QChar c)
{
    return c.category() == QChar::Other_Control || turnsDirection(c) || c == QChar(0xfeff)
        || (c >= QChar(0xfff9) && c <= QChar(0xfffc)) || c >= QChar(0xfffe);
}

QString valid(QStringView text)
{
    QString out;
    out.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text.at(i);
        const bool pairs =
            c.isHighSurrogate() && i + 1 < text.size() && text.at(i + 1).isLowSurrogate();
        if (pairs) {
            out += c;
            out += text.at(++i);
        } else if (c.isSurrogate()) {
            out += QChar::ReplacementCharacter;
        } else if (c.isSpace() || c == QChar(0)) {
            out += u' ';
        } else if (!isDropped(c)) {
            out += c;
        }
    }
    return out.simplified();
}

} // namespace

QString cleanLine(const QString &text, qsizetype maxLength)
{
    const QString line = valid(QStringView(text).first(std::min(text.size(), maxLooked)));
    if (line.size() <= maxLength)
        return line;
    QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, line);
    finder.setPosition(maxLength - 1);
    const qsizetype cut =
        finder.isAtBoundary() ? maxLength - 1 : std::max<qsizetype>(finder.toPreviousBoundary(), 0);
    return line.first(cut).trimmed() + u'…';
}

QString isolated(const QString &text, qsizetype maxLength)
{
    return QChar(0x2068) + cleanLine(text, maxLength) + QChar(0x2069);
}

QString menuText(const QString &text, qsizetype maxLength)
{
    return cleanLine(text, maxLength).replace(u'&', u"&&"_s);
}

QString withoutMnemonic(QString label)
{
    const qsizetype mark = label.indexOf(u'&');
    const bool isApart = mark > 0 && label.at(mark - 1) == u'(' && label.mid(mark + 2, 1) == u")";
    if (isApart)
        label.remove(mark - 1, 4);
    return label.remove(u'&');
}

} // namespace Policy

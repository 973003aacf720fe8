// SPDX-License-Identifier: GPL-3.0-or-later
#include "html/csswriter.h"

#include "html/cssnames.h"

namespace Html {

namespace {

using Kind = CssToken::Kind;

bool isDigit(QChar c)
{
    return c >= u'0' && c <= u'9';
}

void appendEscape(QString &out, QChar c)
{
    out.append(u'\\');
    out.append(QString::number(c.unicode(), 16));
    out.append(u' ');
}

bool isPlain(QChar c)
{
    return isCssNameUnit(c.unicode()) && c.unicode() != 0;
}

// CSSOM 2.1: a name must not begin like a number.
void appendIdentifier(QString &out, QStringView text)
{
    const bool isDash = text.size() == 1 && text[0] == u'-';
    for (qsizetype i = 0; i < text.size(); ++i) {
        const bool wouldBeNumber = isDigit(text[i]) && (i == 0 || (i == 1 && text[0] == u'-'));
        if (isPlain(text[i]) && !wouldBeNumber && !isDash)
            out.append(text[i]);
        else
            appendEscape(out, text[i]);
    }
}

void appendHash(QString &out, QStringView text)
{
    out.append(u'#');
    for (const QChar c : text) {
        if (isPlain(c))
            out.append(c);
        else
            appendEscape(out, c);
    }
}

// The unit `e3` behind `1` must not be read as the number `1e3`.
void appendUnit(QString &out, QStringView unit)
{
    const bool hasSign = unit.size() > 2 && (unit[1] == u'-' || unit[1] == u'+');
    const qsizetype digit = hasSign ? 2 : 1;
    const bool wouldBeExponent =
        unit.size() > digit && (unit[0] == u'e' || unit[0] == u'E') && isDigit(unit[digit]);
    if (wouldBeExponent) {
        appendEscape(out, unit[0]);
        for (const QChar c : unit.sliced(1)) {
            if (isPlain(c))
                out.append(c);
            else
                appendEscape(out, c);
        }
    } else {
        appendIdentifier(out, unit);
    }
}

} // namespace

QString cssString(QStringView text)
{
    QString out = QStringLiteral("\"");
    for (const QChar c : text) {
        const bool isRisky = c.unicode() < 0x20 || c == u'"' || c == u'\\' || c == u'<' || c == u'>'
            || c == u'&' || c == u'\'' || c == u'(' || c == u')' || c.unicode() == 0x7f;
        if (isRisky)
            appendEscape(out, c);
        else
            out.append(c);
    }
    out.append(u'"');
    return out;
}

QString cssName(QStringView text)
{
    QString out;
    appendIdentifier(out, text);
    return out;
}

void appendCssToken(QString &out, const CssToken &token)
{
    switch (token.kind) {
    case Kind::Ident:
        return appendIdentifier(out, token.text);
    case Kind::Function:
        appendIdentifier(out, token.text);
        out.append(u'(');
        return;
    case Kind::Hash:
        return appendHash(out, token.text);
    case Kind::String:
        out.append(cssString(token.text));
        return;
    case Kind::Number:
        out.append(token.number);
        return;
    case Kind::Percentage:
        out.append(token.number);
        out.append(u'%');
        return;
    case Kind::Dimension:
        out.append(token.number);
        return appendUnit(out, token.text);
    case Kind::Space:
        out.append(u' ');
        return;
    case Kind::Colon:
        out.append(u':');
        return;
    case Kind::Comma:
        out.append(u',');
        return;
    case Kind::Delim:
    case Kind::Open:
    case Kind::Close:
        out.append(QChar(token.character));
        return;
    default:
        return;
    }
}

} // namespace Html

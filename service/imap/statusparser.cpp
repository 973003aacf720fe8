// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/statusparser.h"

namespace Imap {

namespace {

constexpr qsizetype longestText = 500;

/// The closing bracket of a response code, not one inside a quoted string; -1: none.
qsizetype closingBracket(QByteArrayView text)
{
    bool inQuotes = false;
    for (qsizetype i = 1; i < text.size(); ++i) {
        if (inQuotes && text.at(i) == '\\')
            ++i;
        else if (text.at(i) == '"')
            inQuotes = !inQuotes;
        else if (text.at(i) == ']' && !inQuotes)
            return i;
    }
    return -1;
}

QString forPeople(QByteArrayView bytes)
{
    QString text;
    for (const QChar c : QString::fromUtf8(bytes.first(std::min(bytes.size(), 4 * longestText)))) {
        const bool isHidden = c.category() == QChar::Other_Control
            || c.category() == QChar::Other_Format; // e.g. marks that change the text direction
        text += isHidden ? QChar(u' ') : c;
    }
    text = text.simplified();
    text.truncate(longestText);
    return text;
}

} // namespace

std::optional<StatusLine::Kind> statusKind(QByteArrayView name)
{
    if (name == "OK")
        return StatusLine::Kind::Ok;
    if (name == "NO")
        return StatusLine::Kind::No;
    if (name == "BAD")
        return StatusLine::Kind::Bad;
    if (name == "BYE")
        return StatusLine::Kind::Bye;
    if (name == "PREAUTH")
        return StatusLine::Kind::PreAuth;
    return std::nullopt;
}

bool parseStatusText(Lexer &lexer, StatusLine::Kind kind, StatusLine *status)
{
    status->kind = kind;
    lexer.skipSpaces();
    QByteArrayView text = lexer.rest();
    const qsizetype close = text.startsWith('[') ? closingBracket(text) : -1;
    if (close > 0) {
        const QByteArrayView code = text.sliced(1, close - 1);
        qsizetype space = code.indexOf(' ');
        if (space < 0)
            space = code.size();
        status->code = code.first(space).toByteArray().toUpper();
        status->codeData = code.sliced(space).trimmed().toByteArray();
        text = text.sliced(close + 1);
    }
    status->text = forPeople(text);
    return true;
}

std::optional<quint64> StatusLine::codeNumber() const
{
    bool isNumber = false;
    const quint64 number = codeData.toULongLong(&isNumber);
    return isNumber ? std::optional(number) : std::nullopt;
}

} // namespace Imap

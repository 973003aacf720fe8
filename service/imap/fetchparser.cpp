// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/fetchparser.h"

#include "imap/bodystructureparser.h"
#include "imap/datetime.h"

#include <algorithm>

namespace Imap {

namespace {

bool parseFlags(Lexer &lexer, FetchedMessage *message)
{
    return lexer.stringList(&message->flags.emplace());
}

bool parseDate(Lexer &lexer, FetchedMessage *message)
{
    QByteArray text;
    if (!lexer.nstring(&text))
        return false;
    // Quirk: NIL, or a date that does not exist, for mails that were imported badly.
    message->internalDate = parseInternalDate(text);
    return true;
}

bool parseSize(Lexer &lexer, FetchedMessage *message)
{
    quint64 size = 0;
    if (!lexer.number(&size))
        return false;
    message->size = quint32(std::min<quint64>(size, 0xFFFFFFFF));
    return true;
}

bool parseModSeq(Lexer &lexer, FetchedMessage *message)
{
    const bool bracket = lexer.accept('('); // quirk: some servers omit it
    return lexer.number(&message->modSeq.emplace()) && (!bracket || lexer.expect(')'));
}

bool isObjectId(const QByteArray &text)
{
    constexpr qsizetype longest = 255;
    return text.size() <= longest && std::ranges::all_of(text, [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
                   || c == '-' || c == '_';
           });
}

/// RFC 8474 7: `(objectid)`. Any other value is ignored.
bool parseEmailId(Lexer &lexer, FetchedMessage *message)
{
    if (lexer.peek() != '(')
        return lexer.skipValue();
    QList<QByteArray> ids;
    if (!lexer.stringList(&ids))
        return false;
    if (ids.size() == 1 && isObjectId(ids.first()))
        message->emailId = ids.first();
    return true;
}

/// A structure that cannot be read comes from the mail's sender or from a quirk of the server. The rest of
/// it is skipped, without an error.
bool parseStructure(Lexer &lexer, FetchedMessage *message)
{
    const Lexer::Mark start = lexer.mark();
    BodyStructure structure;
    if (parseBodyStructure(lexer, &structure)) {
        message->bodyStructure = std::move(structure);
        return true;
    }
    lexer.rewind(start);
    if (!structure.parts.isEmpty())
        message->bodyStructure = std::move(structure);
    return lexer.skipValue(true);
}

/// `[section]<origin> nstring`
bool parseSection(Lexer &lexer, FetchedMessage *message)
{
    QByteArrayView view;
    if (!lexer.expect('[') || !lexer.until("]{", &view))
        return false;
    const QByteArray section = view.toByteArray().toUpper();
    if (!lexer.expect(']'))
        return false;
    std::optional<quint64> origin;
    if (lexer.accept('<')) {
        QByteArrayView number;
        if (!lexer.until(">", &number) || !lexer.expect('>'))
            return false;
        origin = number.toByteArray().toULongLong();
    }
    QByteArray data;
    if (!lexer.space() || !lexer.nstring(&data))
        return false;
    if (section.isEmpty()) {
        message->body = std::move(data);
        message->bodyOrigin = origin;
    } else if (section.startsWith("HEADER.FIELDS")) {
        message->headerFields = std::move(data);
    } else if (message->sections.size() < lexer.limits().sections) {
        message->sections.append({ section, origin, std::move(data) });
    }
    return true;
}

bool parseItem(Lexer &lexer, FetchedMessage *message)
{
    QByteArrayView view;
    if (!lexer.until(" ([", &view))
        return false;
    const QByteArray name = view.toByteArray().toUpper();
    if (lexer.peek() == '[' && name == "BODY")
        return parseSection(lexer, message);
    if (lexer.peek() == '[') { // BINARY[1], X[..]: not requested
        if (!lexer.until("]", &view) || !lexer.expect(']'))
            return false;
    }
    if (lexer.peek() != '(' && !lexer.space()) // quirk: FLAGS(\Seen)
        return false;
    if (name == "UID")
        return lexer.number32(&message->uid);
    if (name == "FLAGS")
        return parseFlags(lexer, message);
    if (name == "INTERNALDATE")
        return parseDate(lexer, message);
    if (name == "RFC822.SIZE")
        return parseSize(lexer, message);
    if (name == "MODSEQ")
        return parseModSeq(lexer, message);
    if (name == "EMAILID")
        return parseEmailId(lexer, message);
    if (name == "BODYSTRUCTURE" || name == "BODY")
        return parseStructure(lexer, message);
    if (name == "RFC822")
        return lexer.nstring(&message->body);
    return lexer.skipValue();
}

} // namespace

bool parseFetch(Lexer &lexer, FetchedMessage *message)
{
    if (!lexer.expect('('))
        return false;
    lexer.skipSpaces();
    while (!lexer.accept(')')) {
        if (!parseItem(lexer, message))
            return false;
        lexer.skipSpaces();
    }
    return !lexer.failed();
}

} // namespace Imap

// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/searchparser.h"

#include <charconv>

namespace Imap {

bool parseSearch(Lexer &lexer, SearchResult *result)
{
    // Not read as tokens of the lexer: their number is limited, and a large mailbox has more UIDs.
    const QByteArrayView text = lexer.rest();
    QList<quint32> uids;
    const char *at = text.data();
    const char *const end = at + text.size();
    while (at != end && *at != '(') {
        quint32 uid = 0;
        const auto [next, problem] = std::from_chars(at, end, uid);
        if (problem != std::errc())
            return lexer.fail("UIDs");
        if (uid > 0)
            uids.append(uid);
        for (at = next; at != end && *at == ' ';)
            ++at;
    }
    result->uids = UidSet::fromUids(std::move(uids));
    QByteArrayView skipped;
    QByteArrayView word;
    if (at == end)
        return true;
    return lexer.until("(", &skipped) && lexer.expect('(') && lexer.atom(&word) && lexer.space()
        && lexer.number(&result->modSeq.emplace()) && lexer.expect(')');
}

bool parseESearch(Lexer &lexer, SearchResult *result)
{
    if (lexer.peek() == '(' && !lexer.skipValue())
        return false;
    for (lexer.skipSpaces(); !lexer.atEnd(); lexer.skipSpaces()) {
        QByteArrayView view;
        if (!lexer.atom(&view))
            return false;
        const QByteArray name = view.toByteArray().toUpper();
        if (name == "UID")
            continue;
        if (!lexer.space())
            return false;
        if (name == "ALL") {
            if (!lexer.atom(&view))
                return false;
            const std::optional<UidSet> uids = UidSet::parse(view);
            if (!uids)
                return lexer.fail("a set of UIDs");
            result->uids = *uids;
        } else if (name == "COUNT") {
            if (!lexer.number32(&result->count.emplace()))
                return false;
        } else if (name == "MODSEQ") {
            if (!lexer.number(&result->modSeq.emplace()))
                return false;
        } else if (!lexer.skipValue()) {
            return false;
        }
    }
    return !lexer.failed();
}

} // namespace Imap

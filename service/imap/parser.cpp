// SPDX-License-Identifier: GPL-3.0-or-later
#include "imap/parser.h"

#include "imap/fetchparser.h"
#include "imap/lexer.h"
#include "imap/listparser.h"
#include "imap/searchparser.h"
#include "imap/statusparser.h"

namespace Imap {

namespace {

bool parseVanished(Lexer &lexer, Response *response)
{
    VanishedData vanished;
    if (lexer.accept('(')) {
        QByteArrayView word;
        if (!lexer.until(")", &word) || !lexer.expect(')') || !lexer.space())
            return false;
        vanished.earlier = word.compare("EARLIER", Qt::CaseInsensitive) == 0;
    }
    const std::optional<UidSet> uids = UidSet::parse(lexer.rest().trimmed());
    if (!uids)
        return lexer.fail("a set of UIDs");
    vanished.uids = *uids;
    *response = std::move(vanished);
    return true;
}

bool parseNumbered(Lexer &lexer, Response *response)
{
    quint32 number = 0;
    QByteArrayView view;
    if (!lexer.number32(&number) || !lexer.space() || !lexer.atom(&view))
        return false;
    const QByteArray name = view.toByteArray().toUpper();
    if (name == "FETCH") {
        FetchedMessage message;
        message.seq = number;
        if (!lexer.space() || !parseFetch(lexer, &message) || !lexer.end())
            return false;
        *response = std::move(message);
    } else if (name == "EXISTS") {
        *response = ExistsData{ number };
    } else if (name == "EXPUNGE" && number > 0) { // EXPUNGE 0 names no mail
        *response = ExpungeData{ number };
    } else {
        *response = OtherData{ name };
    }
    return true;
}

bool parseNamed(Lexer &lexer, const QByteArray &name, Response *response)
{
    lexer.skipSpaces();
    if (name == "CAPABILITY") {
        *response = CapabilityData{ Capabilities::parse(lexer.rest()) };
        return true;
    }
    if (name == "ENABLED") {
        *response = EnabledData{ Capabilities::parse(lexer.rest()).names() };
        return true;
    }
    if (name == "LIST" || name == "XLIST") // XLIST: Gmail before RFC 6154
        return parseList(lexer, &response->emplace<ListedFolder>());
    if (name == "STATUS")
        return parseFolderStatus(lexer, &response->emplace<FolderStatus>());
    if (name == "SEARCH")
        return parseSearch(lexer, &response->emplace<SearchResult>());
    if (name == "ESEARCH")
        return parseESearch(lexer, &response->emplace<SearchResult>());
    if (name == "VANISHED")
        return parseVanished(lexer, response);
    *response = OtherData{ name };
    return true;
}

bool parseUntagged(Lexer &lexer, Response *response)
{
    lexer.skipSpaces();
    if (lexer.peek() >= '0' && lexer.peek() <= '9')
        return parseNumbered(lexer, response);
    QByteArrayView view;
    if (!lexer.atom(&view))
        return false;
    const QByteArray name = view.toByteArray().toUpper();
    if (const auto kind = statusKind(name))
        return parseStatusText(lexer, *kind, &response->emplace<StatusLine>());
    return parseNamed(lexer, name, response);
}

bool parseTagged(Lexer &lexer, Response *response)
{
    QByteArrayView tag;
    QByteArrayView name;
    if (!lexer.atom(&tag) || !lexer.space() || !lexer.atom(&name))
        return false;
    const auto kind = statusKind(name.toByteArray().toUpper());
    if (!kind || *kind == StatusLine::Kind::Bye || *kind == StatusLine::Kind::PreAuth)
        return lexer.fail("OK, NO or BAD");
    StatusLine &status = response->emplace<StatusLine>();
    status.tag = tag.toByteArray();
    return parseStatusText(lexer, *kind, &status);
}

} // namespace

Result<Response> parseResponse(RawResponse raw, const Limits &limits)
{
    Lexer lexer(raw, limits);
    Response response = OtherData{};
    bool parsed = true;
    if (lexer.accept('+')) {
        lexer.skipSpaces();
        response = Continuation{ lexer.rest().toByteArray() };
    } else if (lexer.accept('*')) {
        parsed = lexer.space() && parseUntagged(lexer, &response);
    } else if (!lexer.atEnd()) { // quirk: an extra empty line after a literal
        parsed = parseTagged(lexer, &response);
    }
    if (!parsed)
        return *lexer.error();
    return response;
}

} // namespace Imap

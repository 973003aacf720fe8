// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzztarget.h"
#include "http/clientaddress.h"
#include "http/hostcheck.h"
#include "http/query.h"
#include "http/range.h"
#include "http/requestreader.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace {

struct Read {
    Http::Head head;
    QByteArray body;

    bool operator==(const Read &) const = default;
};

void check(bool isRight)
{
    if (!isRight)
        __builtin_trap();
}

/// All requests up to the first bad one, fed in pieces of `piece` bytes.
QList<Read> readAll(QByteArrayView bytes, qsizetype piece)
{
    Http::Limits limits;
    limits.headBytes = 1024;
    limits.uriBytes = 256;
    limits.headerFields = 20;
    Http::RequestReader reader(limits);
    QList<Read> all;
    while (!bytes.isEmpty() && reader.state() != Http::RequestReader::State::Bad) {
        bytes = bytes.sliced(reader.take(bytes.first(std::min(piece, bytes.size()))));
        if (reader.state() == Http::RequestReader::State::HeadDone)
            reader.acceptBody(512, true);
        if (reader.state() == Http::RequestReader::State::Done) {
            all.append({ reader.head(), reader.takeBody() });
            reader.reset();
        }
    }
    return all;
}

bool isOneLine(const QByteArray &text)
{
    return std::ranges::none_of(text, [](char c) { return c == '\r' || c == '\n' || c == '\0'; });
}

/// Checks what the service reads from a head before it answers.
void ask(const Http::Head &head)
{
    const auto isField = [](const auto &field) {
        return isOneLine(field.first) && isOneLine(field.second);
    };
    check(std::ranges::all_of(head.fields, isField));
    check(!(head.isChunked && head.contentLength >= 0) && isOneLine(head.target));
    Http::Query query(head.query());
    check(query.page().size <= 100);
    query.text("q"_L1);
    query.timestamp("since"_L1);
    const Http::RangeChoice range = Http::chooseRange(head.field("range"), 100);
    check(range.kind != Http::RangeChoice::Kind::Part
          || (range.first >= 0 && range.length > 0 && range.first + range.length <= 100));
    Http::HostCheck({ u"mail.example"_s }).isAllowed(head.field("host"));
    const QHostAddress peer(QHostAddress::LocalHost);
    check(!Http::clientAddress(peer, head, { { peer, 32 } }).isNull());
    check(Http::clientAddress(peer, head, {}) == peer);
}

} // namespace

/// Requests of any client: fed whole or byte by byte, they give the same result.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArrayView bytes(data, qsizetype(size));
    const QList<Read> whole = readAll(bytes, bytes.size());
    check(whole == readAll(bytes, 1));
    for (const Read &one : whole)
        ask(one.head);
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "http/head.h"

#include <algorithm>
#include <cstring>

namespace Http {

namespace {

/// RFC 9110 5.6.2: tchar.
bool isTokenChar(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
        || (c != '\0' && std::strchr("!#$%&'*+-.^_`|~", c));
}

bool isToken(QByteArrayView text)
{
    return !text.isEmpty() && std::ranges::all_of(text, isTokenChar);
}

/// RFC 9110 5.5: visible characters, blanks, tabs and bytes past ASCII.
bool isFieldValue(QByteArrayView text)
{
    return std::ranges::all_of(text,
                               [](char c) { return (uchar(c) >= 0x20 && c != 0x7f) || c == '\t'; });
}

QByteArray lowered(QByteArrayView text)
{
    QByteArray lower = text.toByteArray();
    for (char &c : lower) {
        if (c >= 'A' && c <= 'Z')
            c = char(c | 0x20);
    }
    return lower;
}

/** Takes one line after another off a block; a line that does not end in CR LF is a failure. */
class Lines
{
public:
    explicit Lines(QByteArrayView block) : m_rest(block) { }

    bool next(QByteArrayView &line)
    {
        const qsizetype end = m_rest.indexOf('\n');
        if (end < 1 || m_rest[end - 1] != '\r')
            return false;
        line = m_rest.first(end - 1);
        m_rest = m_rest.sliced(end + 1);
        return true;
    }

private:
    QByteArrayView m_rest;
};

/// RFC 9112 3: `method SP request-target SP HTTP-version`, one blank each.
HeadProblem parseRequestLine(QByteArrayView line, const Limits &limits, Head &head)
{
    const qsizetype first = line.indexOf(' ');
    const qsizetype second = line.lastIndexOf(' ');
    if (first <= 0 || second <= first + 1)
        return HeadProblem::Malformed;
    const auto method = line.first(first);
    const auto target = line.sliced(first + 1, second - first - 1);
    const auto version = line.sliced(second + 1);
    if (limits.uriBytes && target.size() > limits.uriBytes)
        return HeadProblem::UriTooLong;
    if (version != "HTTP/1.1" && version != "HTTP/1.0")
        return HeadProblem::Malformed;
    // Our choice: origin-form only, because this is not a proxy. All characters but printable ASCII must
    // be percent-encoded.
    if (!isToken(method) || target.front() != '/'
        || !std::ranges::all_of(target, [](char c) { return c > 0x20 && c < 0x7f; }))
        return HeadProblem::Malformed;
    head.method = method.toByteArray();
    head.target = target.toByteArray();
    head.minorVersion = version.back() - '0';
    head.isKeptAlive = head.minorVersion == 1;
    return HeadProblem::Fine;
}

bool readContentLength(const QByteArray &value, Head &head)
{
    // Repeated fields are refused even if their values are equal (RFC 9112 6.3 permits both).
    constexpr qsizetype maxDigits = 15;
    if (head.contentLength >= 0 || value.isEmpty() || value.size() > maxDigits
        || !std::ranges::all_of(value, [](char c) { return c >= '0' && c <= '9'; }))
        return false;
    head.contentLength = value.toLongLong();
    return true;
}

void readConnection(const QByteArray &value, Head &head)
{
    const auto options = lowered(value).split(',');
    for (const QByteArray &option : options) {
        const auto name = withoutBlanks(option);
        if (name == "close")
            head.isKeptAlive = false;
        else if (name == "keep-alive" && head.minorVersion == 0)
            head.isKeptAlive = true;
    }
}

/// Fields that may occur only once (RFC 9110 5.3). Of two such fields a proxy in front of us might check
/// one and we might use the other. Fields that are lists (X-Forwarded-For) may repeat.
bool isSingle(QByteArrayView name)
{
    constexpr QByteArrayView names[] = {
        "access-control-request-method",
        "authorization",
        "content-type",
        "host",
        "idempotency-key",
        "if-match", // a list, but of one value here
        "if-range",
        "last-event-id",
        "origin",
        "range",
    };
    return std::ranges::find(names, name) != std::end(names);
}

/// Reads the fields that affect framing and the connection into `head`; false: refuse the request.
bool readFraming(const QByteArray &name, const QByteArray &value, Head &head)
{
    if (name == "content-length")
        return readContentLength(value, head);
    if (name == "transfer-encoding") {
        // Another coding or a second field would allow request smuggling (RFC 9112 6.1).
        if (head.isChunked || head.minorVersion == 0 || lowered(value) != "chunked")
            return false;
        head.isChunked = true;
    } else if (name == "connection") {
        readConnection(value, head);
    } else if (name == "expect") {
        if (lowered(value) != "100-continue")
            return false;
        head.expectsContinue = true;
    }
    return true;
}

} // namespace

QByteArrayView withoutBlanks(QByteArrayView text)
{
    const auto isBlank = [](char c) {
        return c == ' ' || c == '\t';
    };
    while (!text.isEmpty() && isBlank(text.front()))
        text = text.sliced(1);
    while (!text.isEmpty() && isBlank(text.back()))
        text.chop(1);
    return text;
}

QByteArrayView Head::path() const
{
    const qsizetype mark = target.indexOf('?');
    return mark < 0 ? QByteArrayView(target) : QByteArrayView(target).first(mark);
}

QByteArrayView Head::query() const
{
    const qsizetype mark = target.indexOf('?');
    return mark < 0 ? QByteArrayView() : QByteArrayView(target).sliced(mark + 1);
}

QByteArray Head::field(QByteArrayView lowerName) const
{
    for (const auto &[name, value] : fields) {
        if (name == lowerName)
            return value;
    }
    return {};
}

bool Head::has(QByteArrayView lowerName) const
{
    return std::ranges::any_of(fields,
                               [lowerName](const auto &field) { return field.first == lowerName; });
}

HeadProblem parseHead(QByteArrayView block, const Limits &limits, Head &head)
{
    Lines lines(block);
    QByteArrayView line;
    if (!lines.next(line))
        return HeadProblem::Malformed;
    if (const auto problem = parseRequestLine(line, limits, head); problem != HeadProblem::Fine)
        return problem;

    while (lines.next(line)) {
        if (line.isEmpty()) {
            const bool isAmbiguous = head.isChunked && head.contentLength >= 0;
            const bool lacksHost = !head.has("host") && head.minorVersion == 1; // RFC 9112 3.2
            return isAmbiguous || lacksHost ? HeadProblem::Malformed : HeadProblem::Fine;
        }
        const qsizetype colon = line.indexOf(':');
        // This also refuses a folded line (RFC 9112 5.2): it begins with a blank, which a token cannot have.
        if (colon <= 0 || !isToken(line.first(colon)))
            return HeadProblem::Malformed;
        const auto value = withoutBlanks(line.sliced(colon + 1));
        if (!isFieldValue(value))
            return HeadProblem::Malformed;
        const QByteArray name = lowered(line.first(colon));
        if (isSingle(name) && head.has(name))
            return HeadProblem::Malformed;
        head.fields.emplaceBack(name, value.toByteArray());
        if (!readFraming(name, head.fields.back().second, head))
            return HeadProblem::Malformed;
        if (limits.headerFields && head.fields.size() > limits.headerFields)
            return HeadProblem::TooManyFields;
    }
    return HeadProblem::Malformed;
}

} // namespace Http

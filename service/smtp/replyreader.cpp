// SPDX-License-Identifier: GPL-3.0-or-later
#include "smtp/replyreader.h"

#include <utility>

namespace Smtp {

using namespace Qt::StringLiterals;

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// 0: no reply code. RFC 5321 4.2.1, but with any second digit, because some servers use others.
int codeOf(QByteArrayView line)
{
    if (line.size() < 3 || line[0] < '2' || line[0] > '5' || !isDigit(line[1]) || !isDigit(line[2]))
        return 0;
    if (line.size() > 3 && line[3] != ' ' && line[3] != '-')
        return 0;
    return (line[0] - '0') * 100 + (line[1] - '0') * 10 + (line[2] - '0');
}

/// The length of an enhanced status code in front of the text, RFC 2034 4; 0: none.
qsizetype enhancedLength(QByteArrayView text, char firstDigit)
{
    if (text.isEmpty() || text[0] != firstDigit)
        return 0;
    qsizetype at = 1;
    for (int part = 0; part < 2; ++part) {
        if (at >= text.size() || text[at] != '.')
            return 0;
        const qsizetype begin = ++at;
        while (at < text.size() && isDigit(text[at]) && at - begin < 3)
            ++at;
        if (at == begin)
            return 0;
    }
    return at == text.size() || text[at] == ' ' ? at : 0;
}

Error broken(const QString &what)
{
    return { Error::Code::Protocol, u"The SMTP server %1."_s.arg(what) };
}

} // namespace

Result<std::optional<Reply>> ReplyReader::take(QByteArrayView line)
{
    const int code = codeOf(line);
    if (code == 0)
        return broken(u"sent an invalid reply"_s);
    if (m_reply.code != 0 && m_reply.code != code)
        return broken(u"sent different codes within one reply"_s);
    m_bytes += line.size();
    if (m_reply.lines.size() >= m_limits.replyLines || m_bytes > m_limits.replyBytes)
        return broken(u"sent a reply that is too long"_s);
    m_reply.code = code;
    const bool isLast = line.size() == 3 || line[3] == ' ';
    QByteArrayView text = line.sliced(qMin(line.size(), qsizetype(4)));
    // 3xx replies have no enhanced code; some servers put it into only one of the lines.
    if (const qsizetype length = enhancedLength(text, line[0])) {
        if (m_reply.enhanced.isEmpty())
            m_reply.enhanced = text.first(length).toByteArray();
        text = text.sliced(qMin(text.size(), length + 1));
    }
    m_reply.lines.append(text.toByteArray());
    if (!isLast)
        return std::optional<Reply>();
    m_bytes = 0;
    return std::optional(std::exchange(m_reply, {}));
}

} // namespace Smtp

// SPDX-License-Identifier: GPL-3.0-or-later
#include "setup/span.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Setup {

namespace {

struct Spans {
    Q_DECLARE_TR_FUNCTIONS(Setup::Spans)
};

} // namespace

bool Span::isSame(const Span &other) const
{
    return mode == other.mode && (mode != u"recent" || days == other.days);
}

QList<Span> spansFor(const Span &current)
{
    QList<Span> spans{ { u"all"_s, 30 },
                       { u"recent"_s, 365 },
                       { u"recent"_s, 90 },
                       { u"recent"_s, 30 },
                       { u"unread"_s, 30 } };
    const auto same = [&current](const Span &span) {
        return span.isSame(current);
    };
    if (std::ranges::none_of(spans, same))
        spans.append(current);
    return spans;
}

QString spanText(const Span &span)
{
    if (span.mode == u"all")
        return Spans::tr("All mail");
    if (span.mode == u"unread")
        return Spans::tr("Unread mail only");
    if (span.days == 365)
        return Spans::tr("Mail of the last year");
    return Spans::tr("Mail of the last %n days", nullptr, span.days);
}

} // namespace Setup

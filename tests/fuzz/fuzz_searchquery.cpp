// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzztarget.h"
#include "store/search/text/searchhits.h"
#include "store/search/text/searchparser.h"
#include "store/search/text/searchtext.h"
#include "store/search/text/snippet.h"

using namespace Store;

namespace {

void check(bool isRight)
{
    if (!isRight)
        __builtin_trap();
}

/// Checks that hits are in order, do not overlap, and lie in the text.
void checkSpans(const QList<TextSpan> &spans, qsizetype size)
{
    qsizetype last = 0;
    for (const TextSpan &span : spans) {
        check(span.begin >= last && span.begin < span.end && span.end <= size);
        last = span.end;
    }
}

void mark(const SearchCondition &condition, const QString &text)
{
    const HitFinder finder(condition);
    for (const HitField field : { HitField::Sender, HitField::Subject, HitField::Recipients,
                                  HitField::Filenames, HitField::Text }) {
        const QList<SearchHit> hits = finder.hits(text, field);
        QList<TextSpan> spans;
        for (const SearchHit &hit : hits)
            spans.append(hit.span);
        checkSpans(spans, text.size());
        if (hits.isEmpty())
            continue;
        const Snippet snippet = snippetOf(text, hits);
        check(!snippet.hits.isEmpty());
        checkSpans(snippet.hits, snippet.text.size());
    }
}

} // namespace

/// The first line is a search, the rest a text in which its words are marked.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const QByteArray input(reinterpret_cast<const char *>(data), qsizetype(size));
    const qsizetype end = input.indexOf('\n');
    const QString search = QString::fromUtf8(end < 0 ? input : input.first(end));
    const QString text = QString::fromUtf8(end < 0 ? QByteArray() : input.sliced(end + 1));
    const ParsedCondition parsed = parseCondition(search, 1'780'000'000);
    check(!parsed.hasUnknownOperator || !parsed.mistakes.isEmpty());
    check(!toText(parsed.condition).isNull());
    check(parseCondition(search, 1'780'000'000).condition == parsed.condition);
    mark(parsed.condition, text);
    mark(keywordCondition(search), text);
    check(!wordParts(normalizedTokens(text)).startsWith(' '));
    return 0;
}

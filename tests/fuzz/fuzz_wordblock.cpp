// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzztarget.h"
#include "search/evaluate.h"
#include "search/wordblock.h"
#include "support/memorysegments.h"

using namespace Search;

namespace {

constexpr Spaces everywhere{ Space::Account,     Space::Folder,  Space::SenderPart, Space::Sender,
                             Space::SubjectPart, Space::Subject, Space::Word };

void check(bool isRight)
{
    if (!isRight)
        __builtin_trap();
}

/// Checks that document numbers rise within the segment, and that the data are within the block.
void readBlock(QByteArrayView data, quint32 documents)
{
    WordBlock block(data);
    while (block.next()) {
        const Postings &postings = block.postings();
        check(postings.data.begin() >= data.begin() && postings.data.end() <= data.end());
        qint64 last = -1;
        qint64 visited = 0;
        forEachDocument(postings, documents, [&](quint32 document) {
            check(document < documents && qint64(document) > last);
            last = document;
            ++visited;
        });
        DocSet set(documents);
        insertInto(set, postings);
        check(set.count() == visited);
    }
}

void ask(SegmentRows &rows)
{
    const TermRange beginning{ "a", everywhere, true };
    const TermRange exact{ "anna", everywhere };
    const Expression phrase = Expression::phrase({ exact, { "b", everywhere, true } });
    for (const Expression &expression :
         { Expression::anyOf({ beginning, { "\xff", everywhere, true } }), phrase,
           Expression::phrase({ beginning, exact, beginning }),
           Expression::both({ Expression::without(phrase), Expression::anyOf({ exact }) }) }) {
        const Result<QList<DocSet>> found = evaluate(rows, expression);
        check(found.ok() && found->size() == rows.segments().size());
    }
}

} // namespace

/// The count of documents, the size of a block of words in two bytes, the block; the rest are places. The
/// block is read, searched, and merged with itself and without its first document.
int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size < 3)
        return 0;
    const quint32 documents = data[0];
    const QByteArray rows(reinterpret_cast<const char *>(data + 3), qsizetype(size - 3));
    const qsizetype blockSize = std::min<qsizetype>(data[1] * 256 + data[2], rows.size());
    const QByteArray block = rows.first(blockSize);
    readBlock(block, documents);

    Segment segment;
    segment.addWords("", block);
    segment.addPlaces(0, rows.sliced(blockSize));
    for (quint32 document = 0; document < documents; ++document)
        segment.keys += 1000 - qint64(document);
    QList<Segment> segments{ segment };
    MemoryRows memory(segments);
    ask(memory);
    segments += mergedInMemory(segments, { {} }, 100);
    segments += mergedInMemory({ segment, segment }, { { 0 }, {} }, 1'000'000);
    memory.update();
    ask(memory);
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "store/search/index/segmentmerge.h"

#include "store/search/index/mergesource.h"
#include "store/search/index/segmentkeys.h"
#include "store/search/index/segmentlock.h"
#include "store/search/index/segmentremoval.h"
#include "store/sql/session.h"

using namespace Qt::StringLiterals;

namespace Store {

namespace {

constexpr qsizetype stepBytes = qsizetype(1) << 20; ///< 20 to 50 ms

// Until the end of the transaction no other process ends this merge. It may have done so before: when it emptied the
// index, or when this connection was lost and the merge looked like one that a crash interrupted.
Result<void> keepOthersOut(Session &session, qint64 target)
{
    if (!session.dialect().indexesBesideWriter())
        return {};
    Query query = session.query("search_segment_lock");
    const auto state = query.bind(u":segment"_s, target).readValue<int>();
    RETURN_IF_ERROR(state);
    if (*state == int(SegmentState::Merging))
        return {};
    return Error{ Error::Code::Storage,
                  u"Another process ended this merge of the full text index."_s };
}

} // namespace

Result<std::unique_ptr<SegmentMerge>> SegmentMerge::begin(Session &session,
                                                          const QList<qint64> &segments)
{
    std::unique_ptr<SegmentMerge> merge(new SegmentMerge(session, segments));
    RETURN_IF_ERROR(merge->start());
    return merge;
}

Result<void> SegmentMerge::start()
{
    QList<QList<qint64>> keys;
    QList<QList<quint32>> gone;
    for (const qint64 segment : m_segments) {
        const Result<QList<qint64>> own = keysOfSegment(m_session, segment);
        RETURN_IF_ERROR(own);
        const Result<QList<quint32>> deleted = deletedDocuments(m_session, segment);
        RETURN_IF_ERROR(deleted);
        keys.append(*own);
        gone.append(*deleted);
    }
    m_numbers = Search::renumbered(keys, gone);
    if (m_numbers.keys.isEmpty())
        return {};
    const Result<qint64> id = insertSegment(m_session, m_numbers.keys, 0, SegmentState::Merging);
    RETURN_IF_ERROR(id);
    m_target = *id;
    m_writer = std::make_unique<SegmentRowWriter>(m_session, m_target);
    m_writer->addKeys(m_numbers.keys);
    std::vector<Search::MergeInput> inputs;
    for (qsizetype i = 0; i < m_segments.size(); ++i)
        inputs.push_back(
            { std::make_unique<MergeSource>(m_session, m_segments[i]), m_numbers.documents[i] });
    m_merger = std::make_unique<Search::Merger>(std::move(inputs), quint32(m_numbers.keys.size()),
                                                *m_writer);
    return m_writer->flush();
}

Result<bool> SegmentMerge::step()
{
    if (m_merger) {
        RETURN_IF_ERROR(keepOthersOut(m_session, m_target));
        const Result<bool> isMore = m_merger->step(stepBytes);
        RETURN_IF_ERROR(isMore);
        RETURN_IF_ERROR(m_writer->flush());
        if (*isMore)
            return true;
    }
    const Result<void> finished = finish();
    return finished ? Result<bool>(false) : finished.error();
}

Result<void> SegmentMerge::carryOver(qsizetype segment)
{
    const Result<QList<quint32>> deleted = deletedDocuments(m_session, m_segments[segment]);
    RETURN_IF_ERROR(deleted);
    for (const quint32 document : *deleted) {
        const quint32 number = m_numbers.documents[segment].value(document, Search::noDocument);
        if (number == Search::noDocument) // not in the new segment
            continue;
        RETURN_IF_ERROR(deleteDocument(m_session, m_target, number));
    }
    return {};
}

Result<void> SegmentMerge::finish()
{
    RETURN_IF_ERROR(holdSegmentsAlone(m_session));
    for (qsizetype segment = 0; segment < m_segments.size(); ++segment) {
        if (m_merger) {
            RETURN_IF_ERROR(carryOver(segment));
        }
        Query retire = m_session.query("search_segment_retire");
        RETURN_IF_ERROR(retire.bind(u":segment"_s, m_segments[segment]).run());
    }
    if (!m_merger)
        return {};
    return m_session.query("search_segment_finish")
        .bind(u":segment"_s, m_target)
        .bind(u":bytes"_s, m_writer->bytes())
        .run();
}

} // namespace Store

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "search/merger.h"
#include "store/search/index/segmentrowwriter.h"

#include <QList>

#include <memory>
#include <optional>

namespace Store {

class Session;

/**
 * Merges several segments into one in steps, each in a transaction of the caller. From the commit
 * of the last step on, the new segment is searched and the old ones are retired. Deletions between
 * the steps are carried over then. If a step fails, the object must be discarded;
 * advanceMerge() removes the rows that it wrote.
 */
class SegmentMerge
{
public:
    /// The first step. The session must outlive the object.
    static Result<std::unique_ptr<SegmentMerge>> begin(Session &session,
                                                       const QList<qint64> &segments);

    /// False: it was the last one.
    Result<bool> step();

private:
    SegmentMerge(Session &session, const QList<qint64> &segments)
        : m_session(session), m_segments(segments)
    {
    }

    Result<void> start();
    Result<void> finish();
    Result<void> carryOver(qsizetype segment);

    Session &m_session;
    const QList<qint64> m_segments;
    Search::Renumbering m_numbers;
    qint64 m_target = 0; ///< id of the new segment
    std::unique_ptr<SegmentRowWriter> m_writer;
    std::unique_ptr<Search::Merger> m_merger; ///< null: no document is left
};

} // namespace Store

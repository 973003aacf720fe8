// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "search/renumbering.h"
#include "search/segment.h"

#include <QByteArray>
#include <QList>

#include <memory>
#include <optional>
#include <vector>

namespace Search {

/** The rows of one segment, read from the first to the last. */
class MergeSource
{
public:
    virtual ~MergeSource() = default;
    /// The next block of words; nothing: that was the last.
    virtual Result<std::optional<QByteArray>> nextWords() = 0;
    /// Appends `size` bytes of the places from `offset` on. Offsets rise from call to call.
    virtual Result<void> readPlaces(quint64 offset, quint64 size, QByteArray &to) = 0;
};

/** One of the segments that are merged. */
struct MergeInput {
    std::unique_ptr<MergeSource> source;
    /// The number of each of its documents in the new segment; noDocument: it was deleted.
    QList<quint32> renumbered;
};

/**
 * Makes one segment of several, in steps: between two of them the caller may commit. Lists are
 * simply concatenated if the times of the segments do not overlap and nothing is deleted. Terms that only
 * deleted documents have are left out.
 */
class Merger
{
public:
    /// `documents` is the size of the new segment; the sink must outlive the merger.
    Merger(std::vector<MergeInput> inputs, quint32 documents, SegmentSink &sink);
    ~Merger();

    /// Writes about so many bytes, always something; false: all is written. After an error neither
    /// the merger nor the written rows may be used.
    Result<bool> step(qsizetype bytes);

private:
    class State;
    std::unique_ptr<State> m_state;
};

} // namespace Search

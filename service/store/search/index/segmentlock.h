// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

/**
 * What several connections may do with the segments at the same time. Only where the index is written beside other
 * data (Dialect::indexesBesideWriter()): on SQLite there is one writer, and these functions do nothing.
 *
 * A mail is deleted in the segment that contains it. If the end of a merge came between the two statements that find
 * the segment and store the deletion, the deletion would be lost. So the end of a merge waits until no transaction
 * is between them.
 */
namespace Store {

class Session;

/// Until the end of the caller's transaction no merge ends. To be called before the transaction locks mails: the end
/// of a merge that waits makes later callers wait too.
Result<void> holdSegments(Session &session);

/// Until the end of the caller's transaction no other transaction deletes mails from segments, or adds some.
Result<void> holdSegmentsAlone(Session &session);

/**
 * The right to merge: only one connection of all processes has it. The session keeps it while it has a merge in
 * progress (Session::segmentMerge()). The server takes it back from a connection that is lost.
 */
class MergeTurn
{
public:
    explicit MergeTurn(Session &session);
    ~MergeTurn();
    MergeTurn(const MergeTurn &) = delete;
    MergeTurn &operator=(const MergeTurn &) = delete;

    /// False: another connection merges.
    const Result<bool> &isMine() const { return m_isMine; }

private:
    Session &m_session;
    Result<bool> m_isMine = true;
};

} // namespace Store

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

namespace Store {

class Session;

/** Which segments of the full text index become one. */
enum class MergeExtent {
    Pressing, ///< as Tiers, where there are so many that searches become slow
    Tiers,    ///< eight of about the same size; of one that is half deleted the rest
    Whole,    ///< all
};

/**
 * Brings the segments together, in steps of some 50 ms: every search looks into each of them. One that is
 * never taken costs speed and space, nothing else. Goes on with the merge that runs on this session
 * (Session::segmentMerge), whoever began it. Opens its own transaction; for Database::indexing(). False:
 * nothing is left to do. SQLite; does nothing on PostgreSQL.
 */
Result<bool> mergeSegments(Session &session, MergeExtent extent);

} // namespace Store

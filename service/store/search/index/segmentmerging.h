// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

namespace Store {

class Session;

/** Selects the segments of the full text index to be merged. */
enum class MergeExtent {
    Pressing, ///< as Tiers, but only if so many segments make searches slow
    Tiers,    ///< eight segments of similar size; also rewrites one that is half deleted
    Whole,    ///< all
};

/**
 * Merges segments in steps of some 50 ms: every search reads each segment. Steps that never run
 * cost speed and space, nothing else. Continues the merge in progress on this session
 * (Session::segmentMerge), if there is one. Opens its own transaction; for Database::indexing().
 * False: there is nothing left to do. SQLite; does nothing on PostgreSQL.
 */
Result<bool> mergeSegments(Session &session, MergeExtent extent);

} // namespace Store

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Store {

/** Selects the segments of the full text index to be merged. */
enum class MergeExtent {
    Pressing, ///< as Tiers, but only if so many segments make searches slow
    Tiers,    ///< eight segments of similar size; also rewrites one that is half deleted
    Whole,    ///< all
};

} // namespace Store

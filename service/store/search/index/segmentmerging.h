// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"
#include "store/search/index/mergeextent.h"

namespace Store {

class Session;

/// One step of merging segments. Continues the merge in progress on this session
/// (Session::segmentMerge), or begins one. Opens its own transaction. False: there is nothing left
/// to do, or another process merges.
Result<bool> advanceMerge(Session &session, MergeExtent extent);

} // namespace Store

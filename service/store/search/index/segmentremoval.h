// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QtGlobal>

namespace Store {

class Session;

/// Marks the documents of the mail with this sort key as deleted, in the caller's transaction. 0.01 ms a
/// segment that may have it.
Result<void> removeKey(Session &session, qint64 key);

/// Marks one document as deleted, in the caller's transaction; it may be marked already.
Result<void> deleteDocument(Session &session, qint64 segment, quint32 document);

/// Deletes all segments, in the caller's transaction.
Result<void> clearSegments(Session &session);

} // namespace Store

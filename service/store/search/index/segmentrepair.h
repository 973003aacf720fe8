// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

#include <QtGlobal>

namespace Store {

class Session;

/**
 * Removes a segment with a damaged row, and marks its mails to be indexed again. If the row was in its list of mails,
 * removes the whole index and marks all mails. Opens its own transaction; for Database::indexing(). Returns false if
 * the segment does not exist any more.
 */
Result<bool> removeDamagedSegment(Session &session, qint64 segment);

} // namespace Store

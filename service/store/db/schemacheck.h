// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

namespace Store {

class Session;

/// Checks that the database has the schema steps of this program, and no other ones with which it does not work. The
/// steps are applied at the start; another program may have applied more since. Error::Conflict: the message names
/// the version.
Result<void> checkSchema(Session &session);

/// Checks that a writing transaction can begin: acquires the write lock and releases it, and writes
/// nothing. On the writer's session.
Result<void> checkWriting(Session &session);

} // namespace Store

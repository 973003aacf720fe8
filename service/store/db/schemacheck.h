// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/result.h"

namespace Store {

class Session;

/// Whether the database has the steps of the schema that this program knows, and no other. They are
/// made at the start; another program may have made more since. Error::Conflict: which it has.
Result<void> checkSchema(Session &session);

/// Whether a writing transaction can begin: takes the place of a writer and gives it back, and writes
/// nothing. On the writer's session.
Result<void> checkWriting(Session &session);

} // namespace Store

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Whether stderr is shown to a user.
bool hasTerminal();

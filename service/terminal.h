// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Whether somebody reads what goes to stderr.
bool hasTerminal();

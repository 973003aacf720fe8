// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Raises the limit of open files and connections to the highest that the system allows: many shells set
/// 1,024, which a few hundred accounts and open pages use up. Does nothing on Windows.
void raiseDescriptorLimit();

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Lets this process open as many files and connections as the system allows it: many shells give
/// 1,024, which a few hundred accounts and open pages use up. Does nothing on Windows.
void raiseDescriptorLimit();

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Search {

/// The processor may load this address already.
inline void prefetch([[maybe_unused]] const void *address)
{
#if defined(__GNUC__)
    __builtin_prefetch(address);
#endif
}

} // namespace Search

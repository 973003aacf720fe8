// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace Search {

/// Advises the processor to load this address into its cache.
inline void prefetch([[maybe_unused]] const void *address)
{
#if defined(__GNUC__)
    __builtin_prefetch(address);
#endif
}

} // namespace Search

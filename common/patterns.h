// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

/**
 * Has Qt interpret regular expressions instead of compiling them, in programs built by MinGW. For compiled ones Qt
 * has an object for each thread, and MinGW frees its memory before its destructor runs (GCC bug 83562): every thread
 * that used one crashes at its end. Call it in main(), before the first regular expression.
 */
inline void keepPatternsUncompiled()
{
#ifdef __MINGW32__
    qputenv("QT_ENABLE_REGEXP_JIT", "0");
#endif
}

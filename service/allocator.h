// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/**
 * Makes the C library give memory back: mail comes in pieces of megabytes that are handed from
 * thread to thread, and glibc would keep a heap for each of them. Before the first thread.
 */
void keepHeapSmall();

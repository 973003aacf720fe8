// SPDX-License-Identifier: GPL-3.0-or-later
/** By the word of the API's error. None: the service's own sentences are English, and say more. */
export const failures: Record<string, string> = {};

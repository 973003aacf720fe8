// SPDX-License-Identifier: GPL-3.0-or-later
/** Texts by the slug of an API error. Empty: the service's own sentences are English, and have more details. */
export const failures: Record<string, string> = {};

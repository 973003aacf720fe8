// SPDX-License-Identifier: GPL-3.0-or-later
import { language } from '../../i18n';

/** `1 Nov` of 2026-11-01, a day of UTC. */
export function dayText(date: string): string {
    return date && new Date(date).toLocaleDateString(language(), { day: 'numeric', month: 'short', timeZone: 'UTC' });
}

// SPDX-License-Identifier: GPL-3.0-or-later
import { language } from '../../i18n';

/** "35 ms", from a second on "1.2 s". */
export function duration(ms: number): string {
    const isLong = ms >= 1000;
    return new Intl.NumberFormat(language(), {
        style: 'unit',
        unit: isLong ? 'second' : 'millisecond',
        maximumFractionDigits: isLong ? 1 : 0,
    }).format(isLong ? ms / 1000 : ms);
}

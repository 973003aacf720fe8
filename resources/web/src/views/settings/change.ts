// SPDX-License-Identifier: GPL-3.0-or-later
import { failureText } from '../../i18n/failures';
import { changeSettings, type Settings } from '../../store/settings';
import { toast } from '../../store/toasts';

/** Counts at once; says so where the service does not take it, and then it is as before. */
export async function choose(change: Partial<Settings>): Promise<void> {
    try {
        await changeSettings(change);
    } catch (error) {
        toast(failureText(error), { isFailure: true });
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import { failureText } from '../../i18n/failures';
import { changeSettings, type Settings } from '../../store/settings';
import { toast } from '../../store/toasts';

/** Changes settings at once; if the service refuses that, reverts them and shows a message. */
export async function choose(change: Partial<Settings>): Promise<void> {
    try {
        await changeSettings(change);
    } catch (error) {
        toast(failureText(error), { isFailure: true });
    }
}

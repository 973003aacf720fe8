// SPDX-License-Identifier: GPL-3.0-or-later
import { useState } from 'preact/hooks';
import { failureText } from '../../i18n/failures';
import { toast } from '../../store/toasts';

/** Runs the action of a button: busy until it ends, with a toast at its end or failure. */
export function useAction() {
    const [isBusy, setBusy] = useState(false);
    async function run(action: () => Promise<unknown>, done = ''): Promise<boolean> {
        setBusy(true);
        try {
            await action();
            if (done) toast(done);
            return true;
        } catch (error) {
            toast(failureText(error), { isFailure: true });
            return false;
        } finally {
            setBusy(false);
        }
    }
    return { run, isBusy };
}

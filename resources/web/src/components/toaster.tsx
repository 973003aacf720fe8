// SPDX-License-Identifier: GPL-3.0-or-later
import { useTexts } from '../i18n';
import { useValue } from '../store/observable';
import { useKeys } from '../store/keys';
import { toasts, undoLast } from '../store/toasts';
import { IconButton } from './button';
import './toaster.css';

/** Messages about recent events, at the edge of the window. */
export function Toaster() {
    const shown = useValue(toasts);
    const t = useTexts();
    useKeys({ z: undoLast });
    return (
        <div class="toaster" aria-live="polite">
            {shown.map((one) => (
                <div key={one.id} class={`toast ${one.isFailure ? 'failure' : ''}`} role={one.isFailure ? 'alert' : 'status'}>
                    <span>{one.text}</span>
                    {one.action && (
                        <button type="button" class="button plain" aria-keyshortcuts={one.isUndo ? 'z' : undefined} onClick={one.action.run}>
                            {one.action.label}
                        </button>
                    )}
                    <IconButton
                        icon="close"
                        label={t.common.close}
                        onClick={() => toasts.update((all) => all.filter(({ id }) => id !== one.id))}
                    />
                </div>
            ))}
        </div>
    );
}

// SPDX-License-Identifier: GPL-3.0-or-later
import './toggle.css';

export interface ToggleProps {
    /** What is switched on and off, for screen readers. */
    label: string;
    checked: boolean;
    onChange: (checked: boolean) => void;
    disabled?: boolean;
    /** The last change is under way: no other one meanwhile, and the keyboard stays. */
    busy?: boolean;
}

/** A switch that counts at once. */
export function Toggle({ label, checked, onChange, disabled, busy }: ToggleProps) {
    return (
        <button
            type="button"
            role="switch"
            class="toggle"
            aria-checked={checked}
            aria-label={label}
            title={label}
            disabled={disabled}
            aria-disabled={busy || undefined}
            onClick={() => !busy && onChange(!checked)}
        />
    );
}

// SPDX-License-Identifier: GPL-3.0-or-later
import './toggle.css';

export interface ToggleProps {
    /** The name of the setting, for screen readers. */
    label: string;
    checked: boolean;
    onChange: (checked: boolean) => void;
    disabled?: boolean;
    /** The last change is under way: ignores clicks, and keeps the focus. */
    busy?: boolean;
}

/** A switch that takes effect at once. */
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

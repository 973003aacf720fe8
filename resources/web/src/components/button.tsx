// SPDX-License-Identifier: GPL-3.0-or-later
import type { ComponentChildren } from 'preact';
import './button.css';
import { Icon, type IconName } from './icon';
import { Spinner } from './spinner';

export interface ButtonProps {
    children: ComponentChildren;
    onClick?: (event: MouseEvent) => void;
    kind?: 'primary' | 'danger' | 'plain' | 'usual';
    type?: 'button' | 'submit';
    icon?: IconName;
    disabled?: boolean;
    /** Work is under way: shows a spinner and ignores clicks. */
    busy?: boolean;
    title?: string;
    autofocus?: boolean;
}

export function Button({ children, kind = 'usual', type = 'button', icon, busy, disabled, onClick, ...rest }: ButtonProps) {
    // A disabled button would lose the focus, so a busy button only ignores clicks.
    const click = (event: MouseEvent) => (busy ? event.preventDefault() : onClick?.(event));
    return (
        <button class={`button ${kind}`} type={type} disabled={disabled} aria-disabled={busy || undefined} aria-busy={busy} onClick={click} {...rest}>
            {busy ? <Spinner /> : icon && <Icon name={icon} />}
            {children}
        </button>
    );
}

export interface IconButtonProps {
    icon: IconName;
    /** The action, for screen readers and as a tooltip; with its key in brackets if there is one. */
    label: string;
    onClick: (event: MouseEvent) => void;
    pressed?: boolean;
    disabled?: boolean;
    class?: string;
    expanded?: boolean;
    /** It opens a menu. */
    hasMenu?: boolean;
}

export function IconButton({ icon, label, pressed, disabled, onClick, expanded, hasMenu, class: extra }: IconButtonProps) {
    return (
        <button
            type="button"
            class={`icon-button ${extra ?? ''}`}
            aria-label={label}
            title={label}
            aria-pressed={pressed}
            aria-expanded={expanded}
            aria-haspopup={hasMenu ? 'menu' : undefined}
            disabled={disabled}
            onClick={onClick}
        >
            <Icon name={icon} />
        </button>
    );
}

// SPDX-License-Identifier: GPL-3.0-or-later
import type { ComponentChildren } from 'preact';
import './banner.css';
import { Icon } from './icon';

const icons = { danger: 'warning', warning: 'warning', success: 'check', info: 'info' } as const;

/** A sentence across the whole width, with an action for it. */
export function Banner({ kind, children, action }: { kind: keyof typeof icons; children: ComponentChildren; action?: ComponentChildren }) {
    return (
        <div class={`banner ${kind}`} role={kind === 'danger' ? 'alert' : 'status'}>
            <Icon name={icons[kind]} />
            <div class="banner-text">{children}</div>
            {action}
        </div>
    );
}

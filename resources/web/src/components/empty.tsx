// SPDX-License-Identifier: GPL-3.0-or-later
import type { ComponentChildren } from 'preact';
import './empty.css';
import { Icon, type IconName } from './icon';

/** Nothing to show: one sentence and one action. */
export function Empty({ icon, text, action }: { icon: IconName; text: string; action?: ComponentChildren }) {
    return (
        <div class="empty">
            <Icon name={icon} size={40} />
            <p>{text}</p>
            {action}
        </div>
    );
}

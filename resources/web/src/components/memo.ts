// SPDX-License-Identifier: GPL-3.0-or-later
import { type Component, type ComponentType, h, type VNode } from 'preact';

type Props = Record<string, unknown>;

/** The same component, rendered again only when one of its properties is another value. */
export function memo<P extends object>(component: ComponentType<P>): (props: P) => VNode {
    function shouldUpdate(this: Component<P>, next: Readonly<P>): boolean {
        const before = this.props as Props;
        const after = next as Props;
        return Object.keys(after).some((name) => after[name] !== before[name]);
    }
    return function Memo(this: Component<P>, props: P): VNode {
        this.shouldComponentUpdate = shouldUpdate;
        return h(component, props) as VNode;
    } as (props: P) => VNode;
}

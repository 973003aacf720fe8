// SPDX-License-Identifier: GPL-3.0-or-later
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { IconButton } from './button';
import { Icon, type IconName } from './icon';
import './menu.css';

export interface MenuItem {
    text: string;
    icon?: IconName;
    run: () => void;
    /** For one of several choices: whether it is the current one. */
    checked?: boolean;
    disabled?: boolean;
}

/** A button that opens a list of commands. Arrow keys move in the list, Escape closes it. */
export function Menu({ icon, label, items }: { icon: IconName; label: string; items: MenuItem[] }) {
    const [isOpen, setOpen] = useState(false);
    const ref = useRef<HTMLDivElement>(null);
    // A layout effect, because the next key may follow quickly and must reach the menu.
    useLayoutEffect(() => {
        if (!isOpen) return;
        const buttons = () => [...ref.current!.querySelectorAll<HTMLButtonElement>('[role^=menuitem]:not(:disabled)')];
        const opener = ref.current!.querySelector<HTMLButtonElement>('.icon-button');
        buttons()[0]?.focus();
        const press = (event: KeyboardEvent) => {
            const all = buttons();
            const at = all.indexOf(document.activeElement as HTMLButtonElement);
            const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
            if (to !== undefined) all[(to + all.length) % all.length]?.focus();
            else if (event.key !== 'Escape') return;
            event.preventDefault();
            event.stopPropagation();
            if (event.key !== 'Escape') return;
            setOpen(false);
            opener?.focus();
        };
        const leave = (event: Event) => {
            if (!ref.current?.contains(event.target as Node)) setOpen(false);
        };
        const menu = ref.current!;
        menu.addEventListener('keydown', press);
        document.addEventListener('pointerdown', leave);
        document.addEventListener('focusin', leave);
        return () => {
            menu.removeEventListener('keydown', press);
            document.removeEventListener('pointerdown', leave);
            document.removeEventListener('focusin', leave);
        };
    }, [isOpen]);

    const choose = (item: MenuItem) => {
        setOpen(false);
        ref.current!.querySelector<HTMLButtonElement>('.icon-button')?.focus(); // a dialog returns it there
        item.run();
    };
    return (
        <div class="menu" ref={ref}>
            <IconButton icon={icon} label={label} expanded={isOpen} hasMenu onClick={() => setOpen(!isOpen)} />
            {isOpen && (
                <div class="menu-list" role="menu" aria-label={label}>
                    {items.map((item) => (
                        <button
                            key={item.text}
                            type="button"
                            role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
                            aria-checked={item.checked}
                            disabled={item.disabled}
                            tabIndex={-1}
                            onClick={() => choose(item)}
                        >
                            {item.checked ? <Icon name="check" /> : item.icon ? <Icon name={item.icon} /> : <span class="menu-gap" />}
                            {item.text}
                        </button>
                    ))}
                </div>
            )}
        </div>
    );
}

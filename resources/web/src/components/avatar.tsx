// SPDX-License-Identifier: GPL-3.0-or-later
import './avatar.css';

const hues = 12;

/** The first letter of a name on a colour that is always the same for this address. */
export function Avatar({ name, address }: { name: string; address: string }) {
    const letter = [...(name || address).trim()].find((c) => /[\p{L}\p{N}]/u.test(c)) ?? '?';
    return (
        <span class={`avatar hue-${hueOf(address.toLowerCase())}`} aria-hidden="true">
            {letter.toLocaleUpperCase()}
        </span>
    );
}

export function hueOf(text: string): number {
    let sum = 0;
    for (const c of text) sum = (sum * 31 + c.codePointAt(0)!) >>> 0;
    return sum % hues;
}

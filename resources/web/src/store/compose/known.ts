// SPDX-License-Identifier: GPL-3.0-or-later
// Suggestions for recipients: people of the newest mails, and before them people to whom the person wrote.
import { call, query } from '../../api/client';
import type { Mail, Page } from '../../api/types';
import { type Address, isAddress } from './address';

export interface KnownAddress extends Address {
    weight: number;
}

let loaded: Promise<KnownAddress[]> | null = null;
let loadedAt = 0;
const goodFor = 5 * 60 * 1000; // ms

/** Loaded when the first recipient is typed, and again after some minutes. */
export function knownAddresses(): Promise<KnownAddress[]> {
    if (!loaded || Date.now() - loadedAt > goodFor) {
        loadedAt = Date.now();
        loaded = Promise.all([mails({}), mails({ folder: '$sent' })])
            .then(([received, sent]) => weighed(received, sent))
            .catch(() => {
                loaded = null;
                return [];
            });
    }
    return loaded;
}

async function mails(filter: Record<string, string>): Promise<Mail[]> {
    return (await call<Page<Mail>>('GET', `/mails${query({ page: 1, pageSize: 100, ...filter })}`)).items;
}

export function weighed(received: readonly Mail[], sent: readonly Mail[]): KnownAddress[] {
    const known = new Map<string, KnownAddress>();
    const add = (name: string, address: string, weight: number) => {
        if (!isAddress(address)) return;
        const key = address.toLowerCase();
        const before = known.get(key);
        known.set(key, { address: before?.address ?? address, name: before?.name || name, weight: (before?.weight ?? 0) + weight });
    };
    for (const mail of received) add(mail.fromName, mail.from, 1);
    for (const mail of sent) for (const address of mail.to) add('', address, 3);
    return [...known.values()].sort((a, b) => b.weight - a.weight);
}

/** Known addresses with a word in name or address that begins with `typed`; at most `most`. */
export function suggestions(known: readonly KnownAddress[], typed: string, taken: readonly string[], most = 6): KnownAddress[] {
    const wanted = plain(typed.trim());
    if (!wanted) return [];
    const fits = ({ name, address }: KnownAddress) => {
        const text = plain(`${name} ${address}`);
        return text.startsWith(wanted) || [' ', '.', '@', '-', '"', '('].some((before) => text.includes(before + wanted));
    };
    return known.filter((one) => fits(one) && !taken.includes(one.address.toLowerCase())).slice(0, most);
}

function plain(text: string): string {
    return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

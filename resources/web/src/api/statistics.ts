// SPDX-License-Identifier: GPL-3.0-or-later
import { call, query } from './client';
import type { MailStats } from './types';

/** The mails of one day of UTC. */
export interface DayCounts {
    date: string; // 2026-11-01
    received: number;
    sent: number;
}

export interface MailHistory {
    items: DayCounts[];
    from: string;
    to: string;
}

export interface TopSender {
    address: string;
    name: string;
    total: number;
    unread: number;
}

export function loadHistory(days: number, accountId?: number): Promise<MailHistory> {
    return call('GET', '/mails/stats/history' + query({ days, accountId }));
}

export async function loadSenders(days: number, accountId?: number): Promise<TopSender[]> {
    return (await call<{ items: TopSender[] }>('GET', '/mails/stats/senders' + query({ days, accountId, limit: 10 })))
        .items;
}

export function loadStats(): Promise<MailStats> {
    return call('GET', '/mails/stats');
}

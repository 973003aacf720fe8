// SPDX-License-Identifier: GPL-3.0-or-later
import { adopt, end } from '../store/session';
import { call } from './client';
import type { Session } from './types';

/** All other devices of the person have to log in again. */
export async function changePassword(before: string, after: string): Promise<void> {
    await adopt(await call<Session>('POST', '/auth/password', { old: before, new: after }));
}

/** Logs out on all devices, also on this one. */
export async function logoutEverywhere(): Promise<void> {
    await call('POST', '/auth/logout-all');
    end(true);
}

export async function readVersion(): Promise<string> {
    return (await call<{ version: string }>('GET', '/health')).version;
}

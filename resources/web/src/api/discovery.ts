// SPDX-License-Identifier: GPL-3.0-or-later
import { call, type CallOptions } from './client';
import type { components } from './schema';

export type Discovery = components['schemas']['Discovery'];
export type DiscoverySource = components['schemas']['DiscoverySource'];
export type DiscoveryAttempt = components['schemas']['DiscoveryAttempt'];

/** The mail servers of an address; takes up to 10 s. */
export function discover(email: string, options?: CallOptions): Promise<Discovery> {
    return call('POST', '/accounts/discover', { email }, options);
}

// SPDX-License-Identifier: GPL-3.0-or-later
import { call, type CallOptions } from './client';

export interface OAuthProvider {
    name: string;
    label: string;
    hasDeviceFlow: boolean;
}

export interface OAuthStart {
    authorizationUrl: string;
    state: string;
    expiresIn: number; // seconds
}

/** For `oauthGrant` of one account. */
export interface OAuthGrant {
    status: 'done';
    oauthGrant: string;
    expiresIn: number;
}

export interface DeviceStart {
    userCode: string;
    verificationUrl: string;
    verificationUrlComplete: string | null;
    expiresIn: number; // seconds
    interval: number; // seconds
    handle: string;
}

export function oauthProviders(): Promise<OAuthProvider[]> {
    return call('GET', '/oauth/providers');
}

export function oauthStart(provider: string, email: string, redirectUri: string): Promise<OAuthStart> {
    return call('POST', '/oauth/start', { provider, email: email || null, redirectUri });
}

export function oauthFinish(state: string, answer: { code: string } | { error: string }): Promise<OAuthGrant> {
    return call('POST', '/oauth/finish', { state, ...answer });
}

export function deviceStart(provider: string): Promise<DeviceStart> {
    return call('POST', '/oauth/device', { provider });
}

export function devicePoll(
    handle: string,
    options?: CallOptions,
): Promise<OAuthGrant | { status: 'pending'; interval: number }> {
    return call('POST', '/oauth/device/poll', { handle }, options);
}

// SPDX-License-Identifier: GPL-3.0-or-later
import { describe, expect, it } from 'vitest';
import { deviceOf } from '../src/store/devices';
import { base64url, obstacle } from '../src/store/push';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('the name of a device', () => {
    it.each([
        ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox', 'Linux'],
        ['Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0', 'Firefox', 'Android'],
        [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
        [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0.0.0 Safari/537.36 Edg/126.0`, 'Edge', 'Windows'],
        [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/126.0.0.0 Safari/537.36`, 'Chrome', 'ChromeOS'],
        [`Mozilla/5.0 (Linux; Android 14; SM-S911B) ${webkit} SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36`, 'Samsung Internet', 'Android'],
        ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15', 'Safari', 'macOS'],
        ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1', 'Safari', 'iPhone'],
        ['Firefox', 'Firefox', ''],
        ['curl/8.5.0', 'curl/8.5.0', ''],
    ])('%s', (userAgent, browser, system) => expect(deviceOf(userAgent)).toEqual({ browser, system }));

    it('of a long unknown text is its beginning', () => expect(deviceOf('x'.repeat(500)).browser).toHaveLength(60));
});

describe('what stands in the way of notifications', () => {
    const browser = { isSecure: true, hasPush: true, permission: 'default' };
    it('is nothing, no matter whether somebody was asked', () => {
        expect(obstacle(browser)).toBeNull();
        expect(obstacle({ ...browser, permission: 'granted' })).toBeNull();
    });
    it('is named, the first one to be solved first', () => {
        expect(obstacle({ ...browser, permission: 'denied' })).toBe('blocked');
        expect(obstacle({ ...browser, hasPush: false })).toBe('unsupported');
        expect(obstacle({ isSecure: false, hasPush: false, permission: 'denied' })).toBe('insecure');
    });
});

it('writes bytes as base64url without padding', () => {
    expect(base64url(new Uint8Array([251, 255, 254, 0]))).toBe('-__-AA');
});

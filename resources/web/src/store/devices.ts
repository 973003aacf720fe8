// SPDX-License-Identifier: GPL-3.0-or-later
// What a browser says of itself, in words that people know.

const browsers: [RegExp, string][] = [
    [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
    [/\bOPR\/|\bOpera\b/, 'Opera'],
    [/\bSamsungBrowser\//, 'Samsung Internet'],
    [/\bVivaldi\//, 'Vivaldi'],
    [/\bFirefox\/|\bFxiOS\/|^Firefox$/, 'Firefox'],
    [/\bCriOS\/|\bChrome\//, 'Chrome'],
    [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
    [/\biPhone\b/, 'iPhone'],
    [/\biPad\b/, 'iPad'],
    [/\bAndroid\b/, 'Android'],
    [/\bCrOS\b/, 'ChromeOS'],
    [/\bWindows\b/, 'Windows'],
    [/\bMacintosh\b|\bMac OS X\b/, 'macOS'],
    [/\bLinux\b/, 'Linux'],
];

export interface Device {
    browser: string;
    /** Empty: it does not say. */
    system: string;
}

const longest = 60;

/** Browser and system of a header User-Agent; the beginning of the text where no browser is known by it. */
export function deviceOf(userAgent: string): Device {
    const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
    const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';
    return browser ? { browser, system } : { browser: userAgent.slice(0, longest), system };
}

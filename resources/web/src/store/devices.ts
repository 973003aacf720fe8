// SPDX-License-Identifier: GPL-3.0-or-later
// The name of a browser and its system for people, from its header User-Agent.

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
    /** Empty: unknown. */
    system: string;
}

const longest = 60;

/** Browser and system of a header User-Agent; the beginning of the text if the browser is unknown. */
export function deviceOf(userAgent: string): Device {
    const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
    const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';
    return browser ? { browser, system } : { browser: userAgent.slice(0, longest), system };
}

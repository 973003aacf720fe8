// SPDX-License-Identifier: GPL-3.0-or-later
import { expect, it } from 'vitest';
import { nodeLabel } from '../src/views/accounts/nodesign';

it.each([
    ['mail-a:8725', 'http://10.0.0.5:8725'],
    ['mail-a:8443', 'https://[fd00::5]:8443'],
    ['mail-a', 'https://mail-a.example.org'],
    ['mail-a', null],
])('a node is named %s', (label, address) => {
    expect(nodeLabel({ id: 7, name: 'mail-a', address })).toBe(label);
});

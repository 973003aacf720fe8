// SPDX-License-Identifier: GPL-3.0-or-later
import { expect, it } from 'vitest';
import { passwordProblems } from '../src/views/settings/passwords';

it.each([
    ['correct horse', 'correct horse', {}],
    ['1234567', '1234567', { after: 'tooShort' }],
    ['пароль', 'пароль', {}], // the service counts bytes
    ['x'.repeat(256), 'x'.repeat(256), {}],
    ['é'.repeat(129), 'é'.repeat(129), { after: 'tooLong' }],
    ['correct horse', 'correct house', { again: 'different' }],
])('the new password %s, again %s', (after, again, problems) =>
    expect(passwordProblems(after, again)).toEqual(problems));

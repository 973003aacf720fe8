// SPDX-License-Identifier: GPL-3.0-or-later

const shortest = 8; // bytes, as the service counts
const longest = 256;

export type PasswordProblem = 'tooShort' | 'tooLong' | 'different';

/** The problems of a new password, by field. */
export function passwordProblems(after: string, again: string): { after?: PasswordProblem; again?: PasswordProblem } {
    const bytes = new TextEncoder().encode(after).length;
    if (bytes < shortest) return { after: 'tooShort' };
    if (bytes > longest) return { after: 'tooLong' };
    return after === again ? {} : { again: 'different' };
}

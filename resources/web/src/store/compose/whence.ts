// SPDX-License-Identifier: GPL-3.0-or-later
import { place, type Place } from '../router';

let address = '/mails';

/** The address before a mail was written, to return to it. */
export function whence(): string {
    return address;
}

function note({ parts }: Place): void {
    const isWriting = parts[0] === 'compose' || (parts[0] === 'drafts' && parts.length > 1);
    if (!isWriting && parts.length > 0) address = location.pathname + location.search;
}

place.follow(note);
note(place.value);

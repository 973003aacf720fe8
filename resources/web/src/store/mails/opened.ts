// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect, useState } from 'preact/hooks';
import { ApiFailure } from '../../api/failure';
import { readMail } from '../../api/mails';
import type { MailDetail } from '../../api/types';

const kept = 20; // details of mails that were read last
const cache = new Map<number, MailDetail>();

export interface Opened {
    mail: MailDetail | null;
    failure: unknown;
    retry: () => void;
}

/** The detail of a mail; available at once if it was read recently. */
export function useOpened(id: number): Opened {
    const [mail, setMail] = useState<MailDetail | null>(cache.get(id) ?? null);
    const [failure, setFailure] = useState<unknown>(null);
    const [tries, setTries] = useState(0);
    useEffect(() => {
        const abort = new AbortController();
        setFailure(null);
        readMail(id, { signal: abort.signal }).then(
            (read) => {
                keep(read);
                setMail(read);
            },
            (error: unknown) => {
                if (abort.signal.aborted) return;
                if (error instanceof ApiFailure && error.status === 404) {
                    cache.delete(id);
                    setMail(null);
                }
                setFailure(error);
            },
        );
        return () => abort.abort();
    }, [id, tries]);
    return { mail, failure, retry: () => setTries(tries + 1) };
}

function keep(mail: MailDetail): void {
    cache.delete(mail.id);
    cache.set(mail.id, mail);
    const oldest = cache.keys().next();
    if (cache.size > kept && !oldest.done) cache.delete(oldest.value);
}

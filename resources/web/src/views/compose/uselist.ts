// SPDX-License-Identifier: GPL-3.0-or-later
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Page } from '../../api/types';
import { onCatchUp } from '../../live/feed';

export interface List<T> {
    /** Null until the first answer. */
    page: Page<T> | null;
    /** Why the last try failed; null: it did not. */
    error: unknown;
    reload: () => void;
}

/** A page of a list; read again when events may have been missed. `key` identifies the page. */
export function useList<T>(key: string, load: () => Promise<Page<T>>): List<T> {
    const [page, setPage] = useState<{ key: string; page: Page<T> } | null>(null);
    const [error, setError] = useState<unknown>(null);
    const wanted = useRef(key);
    const loader = useRef(load);
    wanted.current = key;
    loader.current = load;
    const reload = useCallback(() => {
        const asked = wanted.current;
        loader.current().then(
            (found) => {
                if (wanted.current !== asked) return;
                setPage({ key: asked, page: found });
                setError(null);
            },
            (failure: unknown) => wanted.current === asked && setError(failure),
        );
    }, []);
    useEffect(reload, [key]);
    useEffect(() => {
        addEventListener('focus', reload);
        const end = onCatchUp(reload);
        return () => {
            end();
            removeEventListener('focus', reload);
        };
    }, []);
    return { page: page?.key === key ? page.page : null, error, reload };
}

// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiFailure } from '../../api/failure';

export interface Loaded<T> {
    value: T | null;
    failure: unknown;
    /** The service does not have it. */
    isMissing: boolean;
    /** Reads again; the shown value stays until the answer arrives. */
    reload: () => void;
}

/** Loads a value from the service; an answer to an older request is dropped. */
export function useLoaded<T>(load: () => Promise<T>, inputs: readonly unknown[]): Loaded<T> {
    const [value, setValue] = useState<T | null>(null);
    const [failure, setFailure] = useState<unknown>(null);
    const turn = useRef(0);
    const reload = () => {
        const mine = ++turn.current;
        load().then(
            (loaded) => {
                if (mine !== turn.current) return;
                setValue(() => loaded);
                setFailure(null);
            },
            (error: unknown) => mine === turn.current && setFailure(error),
        );
    };
    useEffect(() => {
        reload();
        return () => void ++turn.current;
    }, inputs);
    return { value, failure, isMissing: failure instanceof ApiFailure && failure.status === 404, reload };
}

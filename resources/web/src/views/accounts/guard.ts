// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect } from 'preact/hooks';
import { guard } from '../../store/router';

/** Asks before a place is left, if input would be lost. */
export function useGuard(isOn: boolean, question: string): void {
    useEffect(() => {
        if (!isOn) return;
        const warn = (event: BeforeUnloadEvent) => event.preventDefault();
        addEventListener('beforeunload', warn);
        const end = guard(() => confirm(question));
        return () => {
            removeEventListener('beforeunload', warn);
            end();
        };
    }, [isOn, question]);
}

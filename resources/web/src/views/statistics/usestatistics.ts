// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect, useReducer, useState } from 'preact/hooks';
import { loadHistory, loadSenders, loadStats, type MailHistory, type TopSender } from '../../api/statistics';
import type { MailStats } from '../../api/types';
import { failureText } from '../../i18n/failures';
import { onCatchUp, onEvent } from '../../live/feed';

export interface Numbers {
    history: MailHistory;
    senders: TopSender[];
    stats: MailStats;
}

const pause = 2000; // ms between two readings, however many mails come

/** The numbers of a period and a mailbox, read again when mails arrive or are deleted. */
export function useStatistics(days: number, accountId: number | undefined) {
    const [numbers, setNumbers] = useState<Numbers | null>(null);
    const [problem, setProblem] = useState('');
    const [turn, reload] = useReducer((n: number, _: void) => n + 1, 0);
    useEffect(() => {
        let isWanted = true;
        const asked = Promise.all([loadHistory(days, accountId), loadSenders(days, accountId), loadStats()]);
        asked.then(
            ([history, senders, stats]) => {
                if (!isWanted) return;
                setNumbers({ history, senders, stats });
                setProblem('');
            },
            (error) => isWanted && setProblem(failureText(error)),
        );
        return () => {
            isWanted = false;
        };
    }, [days, accountId, turn]);
    useEffect(() => {
        let timer = 0;
        const later = () => {
            timer ||= window.setTimeout(() => {
                timer = 0;
                reload();
            }, pause);
        };
        const ends = [onEvent('stats.updated', later), onEvent('mail.synced', later), onCatchUp(later)];
        return () => {
            clearTimeout(timer);
            ends.forEach((end) => end());
        };
    }, []);
    return { numbers, problem, reload: () => reload() };
}

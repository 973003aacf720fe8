// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect, useReducer } from 'preact/hooks';
import type { Account } from '../../api/types';
import { Icon, type IconName } from '../../components/icon';
import { language, useTexts } from '../../i18n';
import { agoTime, mediumTime } from '../../i18n/format';
import { useSelected } from '../../store/observable';
import { type State, stateOf } from './state';
import { seconds, syncRuns } from './syncruns';
import './statesign.css';

const icons: Record<State, IconName> = {
    paused: 'pause',
    error: 'warning',
    connecting: 'clock',
    firstSync: 'download',
    syncing: 'refresh',
    upToDate: 'check',
};

/** The state of an account in words. */
export function StateSign({ account }: { account: Account }) {
    const state = stateOf(account);
    const t = useTexts().accounts.state;
    return (
        <span class={`state-sign ${state}`} role="status">
            <Icon name={icons[state]} size={16} />
            {t[state]}
        </span>
    );
}

/** `Last synchronised 2 minutes ago`, and the result. */
export function LastSync({ account }: { account: Account }) {
    const t = useTexts().accounts;
    const run = useSelected(syncRuns, (all) => all.get(account.id));
    useNow();
    if (!account.lastSyncAt) return <span class="meta">{t.lastSyncNever}</span>;
    return (
        <span class="meta" title={mediumTime(account.lastSyncAt)}>
            {t.lastSync(agoTime(account.lastSyncAt))}
            {run && ` · ${t.run(run.newCount, seconds(run.durationMs, language()))}`}
        </span>
    );
}

/** Renders again twice a minute, so that "2 minutes ago" stays correct. */
function useNow(): void {
    const [, render] = useReducer((n: number, _: void) => n + 1, 0);
    useEffect(() => {
        const timer = setInterval(() => render(), 30_000);
        return () => clearInterval(timer);
    }, []);
}

// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect, useState } from 'preact/hooks';
import { CheckField, TextField } from '../../components/field';
import { useTexts } from '../../i18n';
import { failureText } from '../../i18n/failures';
import { useValue } from '../../store/observable';
import { changeSettings, type Settings, settings } from '../../store/settings';
import { toast } from '../../store/toasts';

/** Whether notifications are shown at all, and when they make no sound. */
export function QuietHoursSection() {
    const t = useTexts().notifications;
    const { notifications, quietHours } = useValue(settings);
    const [times, setTimes] = useState(quietHours);
    useEffect(() => setTimes(quietHours), [quietHours]);

    async function save(change: Partial<Settings>) {
        try {
            await changeSettings(change);
        } catch (error) {
            setTimes(settings.value.quietHours);
            toast(failureText(error), { isFailure: true });
        }
    }

    function changeTime(change: { from?: string; to?: string }) {
        const next = { ...times, ...change };
        setTimes(next);
        if (next.from && next.to) void save({ quietHours: next });
    }

    const note = times.from === times.to ? t.quietNever : times.from > times.to ? t.quietOverNight : '';
    return (
        <section class="card">
            <h2>{t.when}</h2>
            <CheckField label={t.all} checked={notifications} onChange={(on) => void save({ notifications: on })} />
            <p class="hint-line">{t.allHint}</p>
            <CheckField
                label={t.quiet}
                checked={quietHours.enabled}
                disabled={!notifications}
                onChange={(enabled) => void save({ quietHours: { ...times, enabled } })}
            />
            {quietHours.enabled && (
                <div class="times">
                    <TextField
                        label={t.from}
                        type="time"
                        value={times.from}
                        disabled={!notifications}
                        onInput={(from) => changeTime({ from })}
                    />
                    <TextField
                        label={t.to}
                        type="time"
                        value={times.to}
                        hint={note}
                        disabled={!notifications}
                        onInput={(to) => changeTime({ to })}
                    />
                </div>
            )}
            <p class="hint-line">{t.quietHint}</p>
        </section>
    );
}

// SPDX-License-Identifier: GPL-3.0-or-later
import { useState } from 'preact/hooks';
import type { DayCounts } from '../../api/statistics';
import { Button } from '../../components/button';
import { useTexts } from '../../i18n';
import { count } from '../../i18n/format';
import { dayText } from './daytext';
import { HistoryChart } from './historychart';
import { barsOf, sum } from './scale';

/** Mail over time, as a chart or as a table. */
export function HistoryCard({ days }: { days: DayCounts[] }) {
    const t = useTexts().statistics;
    const [isTable, setTable] = useState(false);
    const bars = barsOf(days);
    const isWeekly = bars.length < days.length;
    return (
        <section class="card">
            <header class="card-head">
                <div>
                    <h2>{t.over}</h2>
                    <p class="meta">
                        {t.overLead(count(sum(days, 'received')), count(sum(days, 'sent')))} ·{' '}
                        {isWeekly ? t.perWeek : t.perDay}
                    </p>
                </div>
                <Button icon={isTable ? 'chart' : 'menu'} onClick={() => setTable(!isTable)}>
                    {isTable ? t.showChart : t.showTable}
                </Button>
            </header>
            {isTable ? <HistoryTable bars={bars} isWeekly={isWeekly} /> : <HistoryChart bars={bars} />}
        </section>
    );
}

function HistoryTable({ bars, isWeekly }: { bars: DayCounts[]; isWeekly: boolean }) {
    const t = useTexts().statistics;
    return (
        <div class="table-box" tabIndex={0} role="region" aria-label={t.over}>
            <table class="numbers">
                <thead>
                    <tr>
                        <th scope="col">{isWeekly ? t.week : t.day}</th>
                        <th scope="col">{t.received}</th>
                        <th scope="col">{t.sent}</th>
                    </tr>
                </thead>
                <tbody>
                    {[...bars].reverse().map((bar) => (
                        <tr key={bar.date}>
                            <th scope="row">{dayText(bar.date)}</th>
                            <td>{count(bar.received)}</td>
                            <td>{count(bar.sent)}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </div>
    );
}

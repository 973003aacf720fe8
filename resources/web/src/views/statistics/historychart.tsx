// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useTexts } from '../../i18n';
import { count } from '../../i18n/format';
import { type Bar, type Layout, labelled, layoutOf, ticks } from './scale';
import { dayText } from './daytext';

const height = 200;
const left = 44; // for the numbers of the scale
const bottom = 22; // for the days
const top = 8;

/** Bars go up for received mails and down for sent ones, so that not only the colour distinguishes them. */
export function HistoryChart({ bars }: { bars: Bar[] }) {
    const t = useTexts().statistics;
    const id = useId();
    const { ref, width } = useWidth();
    const [shown, setShown] = useState<number | null>(null);
    const inner = Math.max(100, width - left);
    const layout = layoutOf(bars, inner, height);
    const from = bars[0]?.date ?? '';
    const to = bars.at(-1)?.date ?? '';
    const most = (what: 'received' | 'sent') => count(Math.max(0, ...bars.map((bar) => bar[what])));
    const point = (event: PointerEvent) => {
        const x = event.clientX - (event.currentTarget as Element).getBoundingClientRect().left - left;
        const at = Math.floor(x / layout.step);
        setShown(at >= 0 && at < bars.length ? at : null);
    };
    const bar = shown === null ? null : bars[shown];
    return (
        <figure class="history" ref={ref}>
            <p class="history-legend" aria-hidden="true">
                <span class="key received">▲ {t.received}</span>
                <span class="key sent">▼ {t.sent}</span>
                <span class="readout">
                    {bar && `${dayText(bar.date)}: ${count(bar.received)} ▲ ${count(bar.sent)} ▼`}
                </span>
            </p>
            <svg
                role="img"
                aria-labelledby={`${id}-title ${id}-desc`}
                width={width}
                height={top + height + bottom}
                onPointerMove={point}
                onPointerLeave={() => setShown(null)}
            >
                <title id={`${id}-title`}>{t.chart(dayText(from), dayText(to))}</title>
                <desc id={`${id}-desc`}>{t.chartMost(most('received'), most('sent'))}</desc>
                <g transform={`translate(${left} ${top})`}>
                    <Scale layout={layout} width={inner} />
                    <Bars bars={bars} layout={layout} shown={shown} />
                    <Days bars={bars} layout={layout} width={inner} />
                </g>
            </svg>
        </figure>
    );
}

function Scale({ layout, width }: { layout: Layout; width: number }) {
    const lines = [
        ...ticks(layout.up),
        ...ticks(layout.down)
            .filter((n) => n === layout.down)
            .map((n) => -n),
    ];
    return (
        <>
            {lines.map((n) => {
                const y = layout.y - n * layout.unit;
                return (
                    <g key={n}>
                        <line class={n === 0 ? 'axis' : 'grid'} x1={0} x2={width} y1={y} y2={y} />
                        <text x={-8} y={y + 4} text-anchor="end">
                            {count(Math.abs(n))}
                        </text>
                    </g>
                );
            })}
        </>
    );
}

function Bars({ bars, layout, shown }: { bars: Bar[]; layout: Layout; shown: number | null }) {
    const { step, barWidth, unit, y } = layout;
    return (
        <>
            {bars.map((bar, at) => {
                const x = at * step + (step - barWidth) / 2;
                return (
                    <g key={bar.date} class={shown === at ? 'is-shown' : ''}>
                        <rect
                            class="received"
                            x={x}
                            width={barWidth}
                            y={y - bar.received * unit}
                            height={bar.received * unit}
                        />
                        <rect class="sent" x={x} width={barWidth} y={y} height={bar.sent * unit} />
                    </g>
                );
            })}
        </>
    );
}

function Days({ bars, layout, width }: { bars: Bar[]; layout: Layout; width: number }) {
    return (
        <>
            {labelled(bars.length, layout.step, 72).map((at) => {
                const middle = at * layout.step + layout.step / 2;
                const isCut = middle + 32 > width;
                return (
                    <text
                        key={at}
                        x={isCut ? width : Math.max(20, middle)}
                        y={height + 16}
                        text-anchor={isCut ? 'end' : 'middle'}
                    >
                        {dayText(bars[at]!.date)}
                    </text>
                );
            })}
        </>
    );
}

function useWidth() {
    const ref = useRef<HTMLElement>(null);
    const [width, setWidth] = useState(640);
    useEffect(() => {
        const measure = () => ref.current && setWidth(ref.current.clientWidth);
        const observer = new ResizeObserver(measure);
        observer.observe(ref.current!);
        measure();
        return () => observer.disconnect();
    }, []);
    return { ref, width };
}

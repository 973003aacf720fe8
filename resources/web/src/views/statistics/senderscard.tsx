// SPDX-License-Identifier: GPL-3.0-or-later
import type { TopSender } from '../../api/statistics';
import { useTexts } from '../../i18n';
import { count } from '../../i18n/format';

/** The senders of the most mails; a click shows the mails. */
export function SendersCard({ senders }: { senders: TopSender[] }) {
    const t = useTexts().statistics;
    const most = Math.max(1, ...senders.map(({ total }) => total));
    return (
        <section class="card">
            <header class="card-head">
                <h2>{t.bySender}</h2>
            </header>
            {senders.length === 0 && <p class="soft">{t.bySenderNone}</p>}
            <ol class="senders">
                {senders.map((sender) => (
                    <li key={sender.address}>
                        <SenderLine sender={sender} most={most} />
                    </li>
                ))}
            </ol>
        </section>
    );
}

function SenderLine({ sender, most }: { sender: TopSender; most: number }) {
    const t = useTexts().statistics;
    const { address, name, total, unread } = sender;
    const href = `/search?${new URLSearchParams({ q: `from:${address}` })}`;
    return (
        <a href={href} title={t.showMails(address)}>
            <span class="sender-names">
                <span class="cut" dir="auto">
                    {name || address}
                </span>
                {name && (
                    <span class="meta cut" dir="auto">
                        {address}
                    </span>
                )}
            </span>
            <span class="sender-numbers">
                {count(total)}
                {unread > 0 && <span class="meta"> · {t.unreadOf(unread)}</span>}
            </span>
            <span class="sender-bar" aria-hidden="true">
                <span style={{ width: `${(total / most) * 100}%` }} />
            </span>
        </a>
    );
}

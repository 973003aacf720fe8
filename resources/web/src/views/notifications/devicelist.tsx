// SPDX-License-Identifier: GPL-3.0-or-later
import { useState } from 'preact/hooks';
import type { Subscription } from '../../api/push';
import { IconButton } from '../../components/button';
import { useTexts } from '../../i18n';
import { failureText } from '../../i18n/failures';
import { agoTime, mediumTime } from '../../i18n/format';
import { deviceOf } from '../../store/devices';
import { useValue } from '../../store/observable';
import { ownEndpoint, removeDevice, subscriptions } from '../../store/push';
import { toast } from '../../store/toasts';

/** All browsers of the person that get notifications. */
export function DeviceList() {
    const t = useTexts().notifications;
    const all = useValue(subscriptions);
    if (!all) return null;
    return (
        <section class="card">
            <h2>{t.devices}</h2>
            {all.length === 0 && <p class="soft">{t.noDevices}</p>}
            <ul class="plain-list">
                {all.map((one) => (
                    <DeviceItem key={one.id} subscription={one} />
                ))}
            </ul>
        </section>
    );
}

function DeviceItem({ subscription }: { subscription: Subscription }) {
    const t = useTexts().notifications;
    const isHere = useValue(ownEndpoint) === subscription.endpoint;
    const [isBusy, setBusy] = useState(false);
    const { browser, system } = deviceOf(subscription.userAgent);
    const name = browser ? t.device(browser, system) : t.unknownDevice;
    const facts = [
        t.since(mediumTime(subscription.createdAt)),
        subscription.lastSuccessAt ? t.lastSuccess(agoTime(subscription.lastSuccessAt)) : t.neverReached,
        subscription.failureCount > 0 ? t.failures(subscription.failureCount) : '',
    ].filter(Boolean);

    async function remove() {
        setBusy(true);
        try {
            await removeDevice(subscription.endpoint);
            toast(t.removed);
        } catch (error) {
            toast(failureText(error), { isFailure: true });
            setBusy(false);
        }
    }

    return (
        <li class="list-line">
            <div class="list-text">
                <span title={subscription.userAgent}>
                    <bdi>{name}</bdi>
                    {isHere && <span class="badge">{t.thisDevice}</span>}
                </span>
                <span class="meta">{facts.join(' · ')}</span>
                {!subscription.active && <span class="inactive">{t.inactive}</span>}
            </div>
            <IconButton icon="trash" label={t.remove(name)} disabled={isBusy} onClick={() => void remove()} />
        </li>
    );
}

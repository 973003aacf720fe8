// SPDX-License-Identifier: GPL-3.0-or-later
import { useTexts } from '../i18n';
import { DeviceList } from './notifications/devicelist';
import { MailboxSwitches } from './notifications/mailboxes';
import './notifications/notifications.css';
import { QuietHoursSection } from './notifications/quiethours';
import { ThisDevice } from './notifications/thisdevice';
import { useEffect, useState } from 'preact/hooks';
import { Banner } from '../components/banner';
import { Button } from '../components/button';
import { failureText } from '../i18n/failures';
import { onCatchUp } from '../live/feed';
import { refreshPush } from '../store/push';

export function Notifications() {
    const t = useTexts();
    const [failure, setFailure] = useState('');
    const load = () => void refreshPush().then(() => setFailure(''), (error: unknown) => setFailure(failureText(error)));
    useEffect(() => {
        load();
        return onCatchUp(load);
    }, []);
    return (
        <div class="page">
            <header class="page-head">
                <h1>{t.notifications.title}</h1>
            </header>
            {failure && (
                <Banner kind="danger" action={<Button onClick={load}>{t.common.retry}</Button>}>
                    {failure}
                </Banner>
            )}
            <ThisDevice />
            <DeviceList />
            <QuietHoursSection />
            <MailboxSwitches />
        </div>
    );
}

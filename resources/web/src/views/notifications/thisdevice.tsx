// SPDX-License-Identifier: GPL-3.0-or-later
import { useState } from 'preact/hooks';
import { testPush, type PushTest } from '../../api/push';
import { Banner } from '../../components/banner';
import { Button } from '../../components/button';
import { Icon } from '../../components/icon';
import { texts, useTexts } from '../../i18n';
import { failureText } from '../../i18n/failures';
import { useValue } from '../../store/observable';
import { disablePush, enablePush, NoWorker, pushState, refreshPush, subscriptions } from '../../store/push';

/** Whether this device shows notifications of new mail, and the switch for it. */
export function ThisDevice() {
    const t = useTexts().notifications;
    const state = useValue(pushState);
    const isAnywhere = (useValue(subscriptions)?.length ?? 0) > 0;
    const [busy, setBusy] = useState<'' | 'switch' | 'test'>('');
    const [failure, setFailure] = useState('');
    const [result, setResult] = useState<PushTest | null>(null);

    async function run(what: 'switch' | 'test', work: () => Promise<PushTest | void>) {
        setBusy(what);
        setFailure('');
        setResult(null);
        try {
            setResult((await work()) ?? null);
        } catch (error) {
            setFailure(pushFailure(error));
        } finally {
            setBusy('');
        }
    }

    async function test() {
        const done = await testPush(texts().common.product, t.testText);
        await refreshPush();
        return done;
    }

    const isOn = state === 'on';
    return (
        <section class="card">
            <h2>{t.here}</h2>
            <p class={`push-state ${state}`} role="status">
                <Icon name={isOn ? 'bell' : state === 'off' || state === 'unknown' ? 'info' : 'warning'} />
                <span>{t.state[state]}</span>
            </p>
            {failure && <Banner kind="danger">{failure}</Banner>}
            <div class="row-of-buttons">
                {state === 'off' && (
                    <Button kind="primary" icon="bell" busy={busy === 'switch'} onClick={() => void run('switch', enablePush)}>
                        {t.enable}
                    </Button>
                )}
                {isOn && (
                    <Button busy={busy === 'switch'} onClick={() => void run('switch', disablePush)}>
                        {t.disable}
                    </Button>
                )}
                {isAnywhere && (
                    <Button icon="send" busy={busy === 'test'} onClick={() => void run('test', test)}>
                        {t.test}
                    </Button>
                )}
            </div>
            <div aria-live="polite" class="push-result">
                {result && <TestResult result={result} />}
            </div>
        </section>
    );
}

function TestResult({ result: { sent, failed, removed } }: { result: PushTest }) {
    const t = useTexts().notifications;
    const sentences = [
        sent > 0 ? t.tested(sent) : '',
        failed > 0 ? t.testFailed(failed) : '',
        removed > 0 ? t.testRemoved(removed) : '',
    ].filter(Boolean);
    return <Banner kind={failed + removed > 0 || sent === 0 ? 'warning' : 'success'}>{sentences.join(' ') || t.testNone}</Banner>;
}

/** The text of a failure. Browsers report AbortError if their own push service does not answer. */
function pushFailure(error: unknown): string {
    const t = texts().notifications;
    if (error instanceof NoWorker) return t.noWorker;
    if (error instanceof DOMException) return error.name === 'NotAllowedError' ? t.state.blocked : t.noPushService;
    return failureText(error);
}

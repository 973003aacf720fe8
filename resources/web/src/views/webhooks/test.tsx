// SPDX-License-Identifier: GPL-3.0-or-later
import { useState } from 'preact/hooks';
import { testWebhook, type WebhookTest } from '../../api/webhooks';
import { Banner } from '../../components/banner';
import { Button } from '../../components/button';
import { useTexts } from '../../i18n';
import { failureText } from '../../i18n/failures';
import { CallError } from './callerror';
import { duration } from './duration';

/** Calls the webhook once and shows the answer. */
export function TestSection({ id, isDirty, onTested }: { id: number; isDirty: boolean; onTested: () => void }) {
    const t = useTexts().webhooks;
    const [result, setResult] = useState<WebhookTest | null>(null);
    const [failure, setFailure] = useState('');
    const [isBusy, setBusy] = useState(false);

    async function test() {
        setBusy(true);
        setFailure('');
        try {
            setResult(await testWebhook(id));
            onTested();
        } catch (error) {
            setResult(null);
            setFailure(failureText(error));
        } finally {
            setBusy(false);
        }
    }

    return (
        <section class="card">
            <h2>{t.test}</h2>
            <p class="soft lead">{isDirty ? t.testUnsaved : t.testHint}</p>
            <div class="row-of-buttons">
                <Button icon="send" busy={isBusy} onClick={() => void test()}>
                    {t.testNow}
                </Button>
            </div>
            <div aria-live="polite" class="webhook-answer">
                {failure && <Banner kind="danger">{failure}</Banner>}
                {result && <TestResult result={result} />}
            </div>
        </section>
    );
}

function TestResult({ result }: { result: WebhookTest }) {
    const t = useTexts().webhooks;
    const time = duration(result.durationMs);
    const isGood = result.errorMessage === null;
    return (
        <>
            <Banner kind={isGood ? 'success' : 'danger'}>
                {result.statusCode === 0 ? t.testNoAnswer(time) : t.testDone(result.statusCode, time)}
                {result.statusCode === 0 && <CallError code={0} message={result.errorMessage} />}
            </Banner>
            {result.statusCode !== 0 && (
                <>
                    <h3 id="answer-title">{t.answer}</h3>
                    {result.responseBody ? (
                        <pre class="code-box" dir="auto" tabIndex={0} role="region" aria-labelledby="answer-title">
                            {result.responseBody}
                        </pre>
                    ) : (
                        <p class="soft">{t.noBody}</p>
                    )}
                </>
            )}
        </>
    );
}

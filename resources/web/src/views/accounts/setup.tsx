// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Banner } from '../../components/banner';
import { Button } from '../../components/button';
import { useTexts } from '../../i18n';
import { useValue } from '../../store/observable';
import { AddressStep } from './addressstep';
import { FoldersStep } from './foldersstep';
import { useGuard } from './guard';
import { ServersStep } from './serversstep';
import './setup.css';
import { SetupFlow } from './setupflow';
import type { Setup } from './setupstate';
import { SignInStep } from './signinstep';
import { StepBar } from './stepbar';
import { SyncStep } from './syncstep';

/** A new mailbox, step by step. */
export function AccountSetup() {
    const t = useTexts();
    const [flow] = useState(() => new SetupFlow());
    const setup = useValue(flow.state);
    const root = useRef<HTMLFormElement>(null);
    useEffect(() => () => flow.cancel(), []);
    useFirstField(root, setup);
    const isBegun = setup.step !== 'sync' && !!(setup.draft.email || setup.draft.password);
    useGuard(isBegun, t.accounts.setup.leave);
    if (setup.account) return <SyncStep id={setup.account.id} />;
    const submit = (event: Event) => {
        event.preventDefault();
        if (setup.task === 'none') goOn(flow, setup);
    };
    return (
        <div class="page">
            <form ref={root} class="setup" onSubmit={submit} autocomplete="off" noValidate>
                <StepBar step={setup.step} />
                <h1 tabIndex={-1}>{titleOf(setup, t.accounts)}</h1>
                {setup.problem && (
                    <Banner
                        kind="danger"
                        action={setup.isThere && <a href="/accounts">{t.accounts.setup.toExisting}</a>}
                    >
                        {setup.problem}
                    </Banner>
                )}
                <StepBody flow={flow} setup={setup} />
                <Footer flow={flow} setup={setup} />
            </form>
        </div>
    );
}

function StepBody({ flow, setup }: { flow: SetupFlow; setup: Setup }) {
    switch (setup.step) {
        case 'address':
            return <AddressStep flow={flow} setup={setup} />;
        case 'signIn':
            return <SignInStep flow={flow} setup={setup} />;
        case 'servers':
            return <ServersStep flow={flow} setup={setup} />;
        default:
            return <FoldersStep flow={flow} setup={setup} />;
    }
}

function goOn(flow: SetupFlow, { step }: Setup): void {
    if (step === 'address') void flow.enterAddress();
    else if (step === 'folders') void flow.save();
    else void flow.test();
}

function titleOf({ step, task }: Setup, t: ReturnType<typeof useTexts>['accounts']): string {
    if (step === 'address') return t.add;
    if (step === 'signIn') return t.setup.signIn;
    if (step === 'servers') return task === 'none' ? t.options.servers : t.setup.testing;
    return t.setup.stepNames.folders;
}

function Footer({ flow, setup }: { flow: SetupFlow; setup: Setup }) {
    const t = useTexts();
    const { step, task, test, findings } = setup;
    const isBusy = task !== 'none';
    const isOAuthOnly = step === 'signIn' && !!findings?.oauthProvider && findings.authentication.join() === 'oauth2';
    const hasFailed = step === 'servers' && !!test && !test.success;
    const next = step === 'folders' ? t.accounts.setup.addNow : hasFailed ? t.common.retry : t.common.next;
    const says = task === 'listing' ? t.accounts.setup.listing : task === 'saving' ? t.accounts.setup.saving : '';
    return (
        <footer class="setup-footer">
            <span class="meta" role="status">
                {step === 'address' ? '' : setup.note || says}
            </span>
            {isBusy ? (
                <Button onClick={() => flow.cancel()}>{t.common.cancel}</Button>
            ) : setup.trail.length > 0 ? (
                <Button onClick={() => flow.back()}>{t.common.back}</Button>
            ) : (
                <a class="button" href="/accounts">
                    {t.common.cancel}
                </a>
            )}
            {!isOAuthOnly && (
                <Button type="submit" kind="primary" busy={isBusy}>
                    {next}
                </Button>
            )}
        </footer>
    );
}

/**
 * Moves the focus to the first wrong field, else to the first field. In a layout effect, before the step is drawn:
 * later, it would move the focus away from where a key has moved it.
 */
function useFirstField(root: { current: HTMLElement | null }, { step, task, problems, test }: Setup): void {
    const wrong = Object.keys(problems).join();
    const lastStep = useRef(step);
    useLayoutEffect(() => {
        const isSameStep = lastStep.current === step;
        lastStep.current = step;
        const form = root.current;
        const title = form?.querySelector<HTMLElement>('h1');
        if (task !== 'none') return title?.focus(); // the fields are disabled meanwhile
        const complaint =
            form?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? form?.querySelector<HTMLElement>('.complaint button');
        if (!complaint && isSameStep && hasMovedOn(form, title)) return;
        const first =
            complaint ??
            (step === 'address' || step === 'signIn'
                ? form?.querySelector<HTMLElement>('input:not(:disabled)')
                : null) ??
            title;
        first?.focus();
    }, [step, task, wrong, test]);
}

/** Whether the person has moved the focus to another place of the step while something was fetched. */
function hasMovedOn(form: HTMLElement | null, title: HTMLElement | null | undefined): boolean {
    const at = document.activeElement;
    return !!at && at !== title && !!form?.contains(at) && !at.matches(':disabled');
}

// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Account } from '../../api/types';
import { Banner } from '../../components/banner';
import { Button } from '../../components/button';
import { Empty } from '../../components/empty';
import { Icon } from '../../components/icon';
import { useTexts } from '../../i18n';
import { hyphenated } from '../../i18n/hyphenated';
import { accounts } from '../../store/accounts';
import { useValue } from '../../store/observable';
import { go, place } from '../../store/router';
import './edit.css';
import { type Edit, EditFlow } from './editflow';
import { FetchSection } from './fetchsection';
import { BehaviourSection, NamesSection } from './optionsections';
import { useGuard } from './guard';
import { RemoveDialog } from './removedialog';
import { ServersSection } from './serverssection';
import { SignInSection } from './signinsection';
import { Skeleton } from './skeleton';
import { isAboutLogin, stateOf } from './state';
import { LastSync, StateSign } from './statesign';
import { FolderProblems, TroubleBanner } from './troublebanner';

/** All settings of a mailbox. */
export function AccountEdit({ id }: { id: number }) {
    const t = useTexts();
    const all = useValue(accounts);
    const account = all?.find((one) => one.id === id);
    const toList = <Button onClick={() => go('/accounts')}>{t.accounts.toList}</Button>;
    if (all && !account) return <Empty icon="mail" text={t.accounts.notFound} action={toList} />;
    return <div class="page">{account ? <Editor account={account} /> : <Skeleton cards={3} />}</div>;
}

function Editor({ account }: { account: Account }) {
    const t = useTexts();
    const [flow] = useState(() => new EditFlow(account.id));
    const edit = useValue(flow.state);
    const form = useRef<HTMLFormElement>(null);
    const isChanged = flow.isChanged;
    useGuard(isChanged, t.common.unsaved);
    useEffect(() => {
        void flow.load().then(() => mend(flow));
        return () => flow.cancel();
    }, []);
    useWrongField(form, edit);
    const submit = (event: Event) => {
        event.preventDefault();
        if (edit.task === 'none') void flow.save();
    };
    const shared = { flow, edit, account };
    return (
        <form ref={form} class="account-edit" onSubmit={submit} autocomplete="off" noValidate>
            <Head account={account} />
            {edit.task === 'loading' ? (
                edit.problem ? (
                    <Banner kind="danger">{edit.problem}</Banner>
                ) : (
                    <Skeleton cards={3} />
                )
            ) : (
                <>
                    <NamesSection {...shared} />
                    <SignInSection {...shared} />
                    <ServersSection {...shared} />
                    <FetchSection {...shared} />
                    <BehaviourSection {...shared} />
                    <Removal account={account} />
                    <SaveBar flow={flow} edit={edit} isChanged={isChanged} />
                </>
            )}
        </form>
    );
}

function Head({ account }: { account: Account }) {
    const t = useTexts().accounts;
    const state = stateOf(account);
    return (
        <header class="edit-head">
            <a class="to-list" href="/accounts">
                <Icon name="back" size={16} />
                {t.toList}
            </a>
            <div class="page-head">
                <h1 dir="auto">{hyphenated(account.name)}</h1>
                <StateSign account={account} />
            </div>
            {state === 'error' && !isAboutLogin(account) && <TroubleBanner account={account} />}
            <FolderProblems account={account} />
            <LastSync account={account} />
        </header>
    );
}

function Removal({ account }: { account: Account }) {
    const t = useTexts().accounts;
    const [isRemoving, setRemoving] = useState(false);
    return (
        <section class="card removal-card">
            <div>
                <h2>{t.options.danger}</h2>
                <p class="soft">{t.options.dangerText}</p>
            </div>
            <Button kind="danger" icon="trash" onClick={() => setRemoving(true)}>
                {t.removal.action}
            </Button>
            {isRemoving && (
                <RemoveDialog account={account} onClose={() => setRemoving(false)} onRemoved={() => go('/accounts')} />
            )}
        </section>
    );
}

function SaveBar({ flow, edit, isChanged }: { flow: EditFlow; edit: Edit; isChanged: boolean }) {
    const t = useTexts();
    if (!isChanged && edit.task !== 'saving' && !edit.problem) return null;
    return (
        <div class="save-bar">
            {edit.problem && <Banner kind="danger">{edit.problem}</Banner>}
            <div class="row-of-buttons">
                <span class="meta" role="status">
                    {edit.note}
                </span>
                <Button disabled={edit.task !== 'none'} onClick={() => flow.edit(edit.before)}>
                    {t.common.undo}
                </Button>
                <Button type="submit" kind="primary" busy={edit.task === 'saving'} disabled={edit.task !== 'none'}>
                    {t.common.save}
                </Button>
            </div>
        </div>
    );
}

/** A link of a trouble banner (`?fix=`) leads to the field that solves the trouble. */
function mend(flow: EditFlow): void {
    const fix = place.value.query.get('fix');
    if (fix === 'certificate' || fix === 'servers') void flow.test();
    if (!fix) return;
    const selector = fix === 'password' ? '#sign-in input' : fix === 'signIn' ? '#sign-in button' : '#servers input';
    requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus());
}

/** Moves the focus to the field that the service or a test complains of. */
function useWrongField(form: { current: HTMLElement | null }, { task, problems, test }: Edit): void {
    const wrong = Object.keys(problems).join();
    useEffect(() => {
        if (task !== 'none') return;
        const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], .complaint button');
        field?.closest('details')?.setAttribute('open', '');
        if (wrong || test) field?.focus();
    }, [task, wrong, test]);
}

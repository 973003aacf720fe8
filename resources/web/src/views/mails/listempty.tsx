// SPDX-License-Identifier: GPL-3.0-or-later
import { ApiFailure } from '../../api/failure';
import { Button } from '../../components/button';
import { Empty } from '../../components/empty';
import { useTexts } from '../../i18n';
import { failureText } from '../../i18n/failures';
import { accounts } from '../../store/accounts';
import type { ListState, MailList } from '../../store/mails/maillist';
import { useValue } from '../../store/observable';
import { go } from '../../store/router';
import { SkeletonList } from './mailrow';

/** Why a list shows no mail, and what can be done. */
export function ListEmpty({ list, state }: { list: MailList; state: ListState }) {
    const { mails: t, common } = useTexts();
    const all = useValue(accounts);
    if (state === 'loading') return <SkeletonList />;
    if (state === 'failed') return <Failed list={list} />;
    const showAll = <Button onClick={() => go('/mails')}>{t.showAll}</Button>;
    if (list.query.q) return <Empty icon="search" text={t.nothingFound} action={showAll} />;
    if (list.query.filter === 'unread') return <Empty icon="check" text={t.nothingUnread} action={showAll} />;
    if (list.query.filter === 'starred') return <Empty icon="star" text={t.nothingStarred} action={showAll} />;
    if (all?.length === 0)
        return (
            <Empty
                icon="mail"
                text={t.noAccounts}
                action={
                    <Button kind="primary" onClick={() => go('/accounts/new')}>
                        {t.addAccount}
                    </Button>
                }
            />
        );
    return <Empty icon="inbox" text={t.noMails} action={<Button onClick={() => void list.load()}>{common.refresh}</Button>} />;
}

function Failed({ list }: { list: MailList }) {
    const { mails: t, common } = useTexts();
    const isQuery = list.failure instanceof ApiFailure && list.failure.status === 400;
    const text = `${isQuery ? t.badSearch : t.listFailed} ${failureText(list.failure)}`;
    const retry = <Button onClick={() => void list.load()}>{common.retry}</Button>;
    return <Empty icon="warning" text={text} action={isQuery ? undefined : retry} />;
}

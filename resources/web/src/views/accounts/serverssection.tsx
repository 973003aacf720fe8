// SPDX-License-Identifier: GPL-3.0-or-later
import { Button } from '../../components/button';
import { useTexts } from '../../i18n';
import type { Draft } from './draft';
import { MoreServerFields } from './moreserverfields';
import type { SectionProps } from './section';
import { ServerFields } from './serverfields';

/** The two servers, tested before they are saved. */
export function ServersSection({ flow, edit, account }: SectionProps) {
    const t = useTexts().accounts;
    const { draft, problems, test, task } = edit;
    const isTesting = task === 'testing';
    const onChange = (change: Partial<Draft>) => flow.edit(change);
    const isLoginSaid = 'password' in problems; // shown in the part above
    const hasOwnLogin = account.smtpPassword !== '' || draft.smtpPassword !== '' || draft.smtpUsername !== '';
    const shared = { draft, problems, isTesting, onChange };
    return (
        <section class="card" id="servers">
            <h2>{t.options.servers}</h2>
            <div class="servers">
                <ServerFields
                    {...shared}
                    side="imap"
                    hasNoPassword
                    isLoginSaid={isLoginSaid}
                    test={test?.imap ?? null}
                    onRepair={(repair) => void flow.repair('imap', repair)}
                />
                <ServerFields
                    {...shared}
                    side="smtp"
                    isLoginSaid={isLoginSaid && !hasOwnLogin}
                    hasSmtpPassword={account.smtpPassword !== ''}
                    test={test?.smtp ?? null}
                    onRepair={(repair) => void flow.repair('smtp', repair)}
                />
            </div>
            <MoreServerFields {...shared} />
            <div class="row-of-buttons">
                <Button icon="refresh" busy={isTesting} disabled={task !== 'none'} onClick={() => void flow.test()}>
                    {t.server.test}
                </Button>
                {isTesting && <span class="meta">{edit.note}</span>}
            </div>
        </section>
    );
}

// SPDX-License-Identifier: GPL-3.0-or-later
import { Button } from '../../components/button';
import { useTexts } from '../../i18n';
import { Attempts } from './findings';
import { MoreServerFields } from './moreserverfields';
import { ServerFields } from './serverfields';
import type { SetupFlow } from './setupflow';
import type { Setup } from './setupstate';

/** The two servers: their settings, which can be changed, and whether they work. */
export function ServersStep({ flow, setup }: { flow: SetupFlow; setup: Setup }) {
    const t = useTexts().accounts;
    const { draft, test, task, problems } = setup;
    const isTesting = task === 'testing';
    const shared = { draft, problems, isTesting, onChange: (change: Partial<typeof draft>) => flow.edit(change) };
    return (
        <>
            <p class="soft lead" dir="auto">
                {draft.email}
            </p>
            <div class="servers">
                <ServerFields
                    {...shared}
                    side="imap"
                    hasNoPassword={!!draft.oauthGrant}
                    test={test?.imap ?? null}
                    onRepair={(repair) => void flow.repair('imap', repair)}
                />
                <ServerFields
                    {...shared}
                    side="smtp"
                    test={test?.smtp ?? null}
                    onRepair={(repair) => void flow.repair('smtp', repair)}
                />
            </div>
            <MoreServerFields {...shared} />
            {setup.findings && <Attempts findings={setup.findings} />}
            {test && !test.success && task === 'none' && (
                <p class="anyway">
                    <span class="meta">{t.setup.anywayHint}</span>
                    <Button kind="plain" onClick={() => void flow.goOnAnyway()}>
                        {t.setup.goOnAnyway}
                    </Button>
                </p>
            )}
        </>
    );
}

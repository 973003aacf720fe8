// SPDX-License-Identifier: GPL-3.0-or-later
import { Button } from '../../components/button';
import { TextField } from '../../components/field';
import { Spinner } from '../../components/spinner';
import { useTexts } from '../../i18n';
import { PasswordField } from './passwordfield';
import type { SetupFlow } from './setupflow';
import type { Setup } from './setupstate';

/** The address and the password: usually all that is needed. */
export function AddressStep({ flow, setup }: { flow: SetupFlow; setup: Setup }) {
    const t = useTexts().accounts;
    const { draft, problems, task } = setup;
    const isBusy = task !== 'none';
    return (
        <>
            <p class="soft lead">{t.setup.lead}</p>
            <TextField
                label={t.options.email}
                type="email"
                value={draft.email}
                onInput={(email) => flow.edit({ email })}
                problem={problems.email}
                placeholder="name@example.org"
                autocomplete="off"
                maxLength={318}
                disabled={isBusy}
            />
            <PasswordField
                label={t.login.password}
                value={draft.password}
                onInput={(password) => flow.edit({ password })}
                problem={problems.password}
                disabled={isBusy}
            />
            <div role="status">
                {task === 'discovering' && (
                    <p class="busy-line">
                        <Spinner />
                        <span dir="auto">{setup.note || t.setup.searching(draft.email.split('@').at(-1)!.trim())}</span>
                    </p>
                )}
            </div>
            {!isBusy && (
                <Button kind="plain" onClick={() => flow.enterServersOf()}>
                    {t.setup.byHand}
                </Button>
            )}
        </>
    );
}

// SPDX-License-Identifier: GPL-3.0-or-later
import { TextField } from '../../components/field';
import { useTexts } from '../../i18n';
import { FolderPicker } from './folderpicker';
import type { SetupFlow } from './setupflow';
import type { Setup } from './setupstate';
import { SpanField } from './spanfield';

/** The folders to fetch, how far back, and the names of mailbox and person. */
export function FoldersStep({ flow, setup }: { flow: SetupFlow; setup: Setup }) {
    const t = useTexts().accounts;
    const { draft, problems, task, folders } = setup;
    const isBusy = task !== 'none';
    return (
        <>
            <p class="soft lead" dir="auto">
                {draft.email}
            </p>
            <FolderPicker
                folders={folders}
                chosen={draft.folders}
                onChange={(chosen) => flow.edit({ folders: chosen })}
                problem={problems.folders}
                disabled={isBusy}
            />
            <SpanField draft={draft} onChange={(change) => flow.edit(change)} disabled={isBusy} />
            <TextField
                label={t.options.name}
                value={draft.name}
                placeholder={draft.email}
                onInput={(name) => flow.edit({ name })}
                problem={problems.name}
                maxLength={200}
                disabled={isBusy}
                autocomplete="off"
            />
            <TextField
                label={t.options.senderName}
                value={draft.senderName}
                hint={t.options.senderNameHint}
                onInput={(senderName) => flow.edit({ senderName })}
                problem={problems.senderName}
                maxLength={200}
                disabled={isBusy}
                autocomplete="name"
            />
        </>
    );
}

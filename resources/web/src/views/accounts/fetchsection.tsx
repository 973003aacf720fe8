// SPDX-License-Identifier: GPL-3.0-or-later
import { Button } from '../../components/button';
import { SelectField } from '../../components/field';
import { useTexts } from '../../i18n';
import type { Draft } from './draft';
import { FolderPicker } from './folderpicker';
import { folderRows } from './foldertree';
import type { SectionProps } from './section';
import { SpanField } from './spanfield';

const roles = ['sent', 'drafts', 'trash', 'junk', 'archive'] as const;

/** The folders to fetch, how far back, and the roles of folders. */
export function FetchSection({ flow, edit }: SectionProps) {
    const t = useTexts().accounts;
    const { draft, folders, problems, task } = edit;
    const isBusy = task !== 'none';
    const isOpen = Object.keys(problems).some((field) => field.startsWith('folderRoles'));
    return (
        <section class="card">
            <h2>{t.options.fetch}</h2>
            <FolderPicker
                folders={folders}
                chosen={draft.folders}
                onChange={(chosen) => flow.edit({ folders: chosen })}
                problem={problems.folders}
                disabled={isBusy}
            />
            <p class="ask-folders">
                <Button
                    icon="refresh"
                    busy={task === 'listing'}
                    disabled={isBusy}
                    onClick={() => void flow.listFolders()}
                >
                    {t.folders.refresh}
                </Button>
            </p>
            <SpanField
                draft={draft}
                onChange={(change) => flow.edit(change)}
                disabled={isBusy}
                problem={problems.syncDays}
            />
            <details class="more-settings" open={isOpen}>
                <summary>{t.options.roles}</summary>
                <p class="soft">{t.options.rolesHint}</p>
                <div class="servers">
                    {roles.map((role) => (
                        <RoleField key={role} role={role} flow={flow} edit={edit} />
                    ))}
                </div>
            </details>
        </section>
    );
}

const automatic = ' auto'; // no path begins with a blank here
const none = ' none';

function RoleField({ role, flow, edit }: Pick<SectionProps, 'flow' | 'edit'> & { role: (typeof roles)[number] }) {
    const t = useTexts().accounts;
    const { draft, folders, problems, task } = edit;
    const given = draft.folderRoles[role];
    const paths = folderRows(folders, given ? [given] : []).filter(
        ({ selectable, path }) => selectable && path !== 'INBOX',
    );
    const choose = (value: string) => {
        const { [role]: _, ...others } = draft.folderRoles;
        const folderRoles: Draft['folderRoles'] =
            value === automatic ? others : { ...others, [role]: value === none ? null : value };
        flow.edit({ folderRoles });
    };
    return (
        <SelectField
            label={t.folders.role[role]}
            value={given === undefined ? automatic : (given ?? none)}
            options={[
                { value: automatic, label: t.options.roleAuto },
                { value: none, label: t.options.roleNone },
                ...paths.map(({ path }) => ({ value: path, label: path })),
            ]}
            problem={problems[`folderRoles.${role}`]}
            disabled={task !== 'none'}
            onChange={choose}
        />
    );
}

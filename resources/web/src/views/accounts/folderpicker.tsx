// SPDX-License-Identifier: GPL-3.0-or-later
import type { PreviewedFolder } from '../../api/accounts';
import { useTexts } from '../../i18n';
import { bytes } from '../../i18n/format';
import { type FolderRow, folderRows } from './foldertree';
import './folderpicker.css';

export interface FolderPickerProps {
    folders: PreviewedFolder[];
    chosen: string[];
    onChange: (chosen: string[]) => void;
    disabled?: boolean;
    problem?: string | undefined;
}

/** The choice of folders to fetch, with their numbers of mails. */
export function FolderPicker({ folders, chosen, onChange, disabled, problem }: FolderPickerProps) {
    const t = useTexts().accounts.folders;
    const choose = (path: string, isChosen: boolean) =>
        onChange(isChosen ? [...chosen, path] : chosen.filter((one) => one !== path));
    return (
        <fieldset class="folder-picker" disabled={disabled}>
            <legend>{t.legend}</legend>
            <ul>
                {folderRows(folders, chosen).map((row) => (
                    <li key={row.path} style={{ paddingInlineStart: `${row.depth * 24}px` }}>
                        <FolderLine
                            row={row}
                            isChosen={chosen.includes(row.path)}
                            onChange={(is) => choose(row.path, is)}
                        />
                    </li>
                ))}
            </ul>
            {problem && (
                <p class="problem" role="alert">
                    {problem}
                </p>
            )}
        </fieldset>
    );
}

function FolderLine({
    row,
    isChosen,
    onChange,
}: {
    row: FolderRow;
    isChosen: boolean;
    onChange: (is: boolean) => void;
}) {
    const t = useTexts().accounts.folders;
    const name = row.role ? t.role[row.role] : row.name;
    const text = (
        <>
            <span class="folder-name" dir="auto" title={row.path}>
                {name}
            </span>
            <span class="meta">{row.isGone ? t.gone : <Amount row={row} />}</span>
        </>
    );
    if (!row.selectable) return <div class="folder-line">{text}</div>;
    return (
        <label class="folder-line">
            <input type="checkbox" checked={isChosen} onChange={(event) => onChange(event.currentTarget.checked)} />
            {text}
        </label>
    );
}

function Amount({ row }: { row: FolderRow }) {
    const t = useTexts().accounts;
    if (row.total === null) return null;
    const mails = t.mails(row.total);
    return <>{row.size === null || row.total === 0 ? mails : t.folders.amount(mails, bytes(row.size))}</>;
}

// SPDX-License-Identifier: GPL-3.0-or-later
import type { AccountFolder, PreviewedFolder } from '../../api/accounts';

/** A folder in the tree, with its level. */
export interface FolderRow {
    path: string;
    name: string;
    role: PreviewedFolder['role'];
    selectable: boolean;
    depth: number;
    total: number | null;
    size: number | null;
    /** The server does not list it. */
    isGone: boolean;
}

/** The folders in the given order, then chosen ones that the server does not list. */
export function folderRows(folders: PreviewedFolder[], chosen: string[]): FolderRow[] {
    const rows = folders.map((folder) => ({
        path: folder.path,
        name: folder.name || folder.path,
        role: folder.role,
        selectable: folder.selectable,
        depth: depthOf(folder, folders),
        total: folder.serverTotal,
        size: folder.serverSize,
        isGone: false,
    }));
    const known = new Set(folders.map(({ path }) => path));
    const missing = chosen.filter((path) => !known.has(path));
    return [...rows, ...missing.map(goneRow)];
}

function goneRow(path: string): FolderRow {
    return { path, name: path, role: null, selectable: true, depth: 0, total: null, size: null, isGone: true };
}

// A path is the path of the parent, a delimiter of one character, and the name.
function depthOf(folder: PreviewedFolder, folders: PreviewedFolder[]): number {
    const length = folder.path.length - folder.name.length - 1;
    if (length <= 0) return 0;
    const parent = folders.find(({ path }) => path === folder.path.slice(0, length));
    return parent ? depthOf(parent, folders) + 1 : 0;
}

/** The default choice: the inbox and the folder of sent mails. */
export function usualChoice(folders: PreviewedFolder[]): string[] {
    const chosen = folders
        .filter(({ selectable, role }) => selectable && (role === 'inbox' || role === 'sent'))
        .map(({ path }) => path);
    return chosen.length > 0 ? chosen : ['INBOX'];
}

/** The stored folders of an account in the form of a folder preview. */
export function asPreviewed(folders: AccountFolder[]): PreviewedFolder[] {
    return folders
        .filter(({ exists }) => exists !== false)
        .map((folder) => ({
            path: folder.path,
            name: folder.path,
            role: folder.role,
            selectable: folder.selectable !== false,
            serverTotal: folder.serverTotal,
            serverUnread: folder.serverUnread,
            serverSize: null,
        }));
}

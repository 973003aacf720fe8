// SPDX-License-Identifier: GPL-3.0-or-later
// Commands of the editor. They use execCommand, which browsers offer with undo.

export function run(command: string, value?: string): void {
    document.execCommand(command, false, value);
}

export function insertHtml(html: string): void {
    run('insertHTML', html);
}

/** The selection in the field; the end of the field if the selection is elsewhere. */
export function selectionIn(field: HTMLElement): Range {
    const selection = getSelection();
    if (selection && selection.rangeCount > 0 && field.contains(selection.anchorNode)) return selection.getRangeAt(0).cloneRange();
    const range = document.createRange();
    range.selectNodeContents(field);
    range.collapse(false);
    return range;
}

export function select(range: Range): void {
    const selection = getSelection()!;
    selection.removeAllRanges();
    selection.addRange(range);
}

/** The nearest element of that name around the caret. */
export function around(field: HTMLElement, name: string): HTMLElement | null {
    const node = getSelection()?.anchorNode;
    const element = node instanceof Element ? node : node?.parentElement;
    const found = element?.closest<HTMLElement>(name);
    return found && field.contains(found) ? found : null;
}

/** Begins or ends a quotation. */
export function toggleQuotation(field: HTMLElement): void {
    if (around(field, 'blockquote')) run('outdent');
    else run('formatBlock', 'blockquote');
}

/** Moves an empty line out of a quotation, so that an answer can be written in between. */
export function leaveQuotation(field: HTMLElement): boolean {
    const selection = getSelection();
    if (!selection?.isCollapsed || !around(field, 'blockquote')) return false;
    const line = lineAround(field, selection.anchorNode);
    if (!line || line.textContent!.trim() !== '' || line.tagName === 'BLOCKQUOTE') return false;
    const before = line.parentElement;
    run('outdent');
    return before?.tagName === 'BLOCKQUOTE';
}

function lineAround(field: HTMLElement, node: Node | null): HTMLElement | null {
    const element = node instanceof Element ? node : node?.parentElement;
    const line = element?.closest<HTMLElement>('div, p, li, blockquote');
    return line && line !== field && field.contains(line) ? line : null;
}

// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect, useState } from 'preact/hooks';

/** Receives files that are dropped anywhere on the element. Returns whether files are held over it now. */
export function useFileDrop(element: { current: HTMLElement | null }, onFiles: (files: readonly File[]) => void): boolean {
    const [depth, setDepth] = useState(0); // number of elements that were entered and not left
    useEffect(() => {
        const root = element.current;
        if (!root) return;
        const hasFiles = (event: DragEvent) => !!event.dataTransfer?.types.includes('Files');
        const enter = (event: DragEvent) => hasFiles(event) && setDepth((n) => n + 1);
        const leave = (event: DragEvent) => hasFiles(event) && setDepth((n) => Math.max(0, n - 1));
        const over = (event: DragEvent) => hasFiles(event) && event.preventDefault();
        const drop = (event: DragEvent) => {
            if (!hasFiles(event)) return;
            event.preventDefault();
            setDepth(0);
            onFiles([...event.dataTransfer!.files]);
        };
        root.addEventListener('dragenter', enter);
        root.addEventListener('dragleave', leave);
        root.addEventListener('dragover', over);
        root.addEventListener('drop', drop);
        return () => {
            root.removeEventListener('dragenter', enter);
            root.removeEventListener('dragleave', leave);
            root.removeEventListener('dragover', over);
            root.removeEventListener('drop', drop);
        };
    });
    return depth > 0;
}

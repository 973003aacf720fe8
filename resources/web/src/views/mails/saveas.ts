// SPDX-License-Identifier: GPL-3.0-or-later

/** Makes the browser save these bytes as a file. */
export function saveAs(content: Blob, name: string): void {
    const url = URL.createObjectURL(content);
    saveUrl(url, name);
    setTimeout(() => URL.revokeObjectURL(url), 60_000); // the browser may begin late
}

/** Makes the browser save the file at an address, so that a large file is not held in memory. */
export function saveUrl(url: string, name: string): void {
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    document.body.append(link);
    link.click();
    link.remove();
}

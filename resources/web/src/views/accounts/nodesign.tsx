// SPDX-License-Identifier: GPL-3.0-or-later
import type { AccountNode } from '../../api/types';
import { useTexts } from '../../i18n';

/** `Synchronised by mail-a`: the service that has the account, of several on one database. */
export function NodeSign({ node }: { node: AccountNode }) {
    const t = useTexts().accounts;
    return (
        <span class="meta account-node" dir="auto" title={node.address ?? undefined}>
            {t.node(nodeLabel(node))}
        </span>
    );
}

/** The machine, with the port if its address has one: several services may run on one machine. */
export function nodeLabel(node: AccountNode): string {
    const port = /:(\d+)$/.exec(node.address ?? '')?.[1];
    return port ? `${node.name}:${port}` : node.name;
}

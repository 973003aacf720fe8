// SPDX-License-Identifier: GPL-3.0-or-later
import type { ConnectionTest, PreviewedFolder } from '../../api/accounts';
import type { Discovery } from '../../api/discovery';
import type { Account } from '../../api/types';
import { type Draft, emptyDraft } from './draft';
import type { Problems } from './refusals';

export type Step = 'address' | 'signIn' | 'servers' | 'folders' | 'sync';
export type Task = 'none' | 'discovering' | 'testing' | 'listing' | 'saving';

export interface Setup {
    step: Step;
    task: Task;
    draft: Draft;
    findings: Discovery | null;
    test: ConnectionTest | null;
    folders: PreviewedFolder[];
    /** The steps that "Back" leads to. */
    trail: Step[];
    problem: string;
    problems: Problems;
    note: string;
    /** The stored account; null: it is not stored yet. */
    account: Account | null;
    /** The service has this mailbox already. */
    isThere: boolean;
}

export const start: Setup = {
    step: 'address',
    task: 'none',
    draft: emptyDraft,
    findings: null,
    test: null,
    folders: [],
    trail: [],
    problem: '',
    problems: {},
    note: '',
    account: null,
    isThere: false,
};

/** Whether people should see something before their password is sent to a server. */
export function hasQuestions(findings: Discovery): boolean {
    const isOwnPassword = findings.authentication.length === 0 || findings.authentication[0] === 'password';
    return !!findings.oauthProvider || !isOwnPassword || !!findings.note || findings.warnings.length > 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
import type { Account } from '../../api/types';
import type { Edit, EditFlow } from './editflow';

/** The properties of each part of a mailbox's settings. */
export interface SectionProps {
    flow: EditFlow;
    edit: Edit;
    account: Account;
}

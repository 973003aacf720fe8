// SPDX-License-Identifier: GPL-3.0-or-later
import type { Account } from '../../api/types';
import type { Edit, EditFlow } from './editflow';

/** What each part of a mailbox's settings gets. */
export interface SectionProps {
    flow: EditFlow;
    edit: Edit;
    account: Account;
}

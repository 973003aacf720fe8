// SPDX-License-Identifier: GPL-3.0-or-later
import { useValue } from '../store/observable';
import { place } from '../store/router';
import { AccountEdit } from './accounts/edit';
import { AccountList } from './accounts/list';
import { AccountSetup } from './accounts/setup';

/** The list of mailboxes, a new one, or one of them. */
export function Accounts() {
    const [, which] = useValue(place).parts;
    if (which === undefined) return <AccountList />;
    if (which === 'new') return <AccountSetup />;
    return <AccountEdit key={which} id={Number(which)} />;
}

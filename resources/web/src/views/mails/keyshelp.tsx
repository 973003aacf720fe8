// SPDX-License-Identifier: GPL-3.0-or-later
import { Dialog } from '../../components/dialog';
import { useTexts } from '../../i18n';
import './keyshelp.css';

export function KeysHelp({ onClose }: { onClose: () => void }) {
    const t = useTexts().mails;
    return (
        <Dialog title={t.keys} onClose={onClose}>
            <dl class="keys-help">
                {t.keyList.map(([key, meaning]) => (
                    <div key={key}>
                        <dt>
                            <kbd>{key}</kbd>
                        </dt>
                        <dd>{meaning}</dd>
                    </div>
                ))}
            </dl>
        </Dialog>
    );
}

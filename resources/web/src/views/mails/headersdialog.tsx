// SPDX-License-Identifier: GPL-3.0-or-later
import type { MailDetail } from '../../api/types';
import { Dialog } from '../../components/dialog';
import { useTexts } from '../../i18n';

export function HeadersDialog({ mail, onClose }: { mail: MailDetail; onClose: () => void }) {
    const t = useTexts().mails;
    return (
        <Dialog title={t.headers} onClose={onClose}>
            <dl class="headers">
                {mail.headers.map(({ name, value }, i) => (
                    <div key={i}>
                        <dt>{name}</dt>
                        <dd dir="auto">{value}</dd>
                    </div>
                ))}
            </dl>
        </Dialog>
    );
}

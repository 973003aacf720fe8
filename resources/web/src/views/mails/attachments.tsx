// SPDX-License-Identifier: GPL-3.0-or-later
import { makeFrameTicket } from '../../api/mails';
import type { Attachment, MailDetail } from '../../api/types';
import { Icon } from '../../components/icon';
import { useTexts } from '../../i18n';
import { failureText } from '../../i18n/failures';
import { bytes } from '../../i18n/format';
import { toast } from '../../store/toasts';
import './attachments.css';
import { saveUrl } from './saveas';

/** The files of a mail, without the pictures in its text. */
export function Attachments({ mail }: { mail: MailDetail }) {
    const t = useTexts().mails;
    const files = mail.attachments.filter(({ isInline }) => !isInline);
    if (files.length === 0) return null;
    return (
        <ul class="attachments" aria-label={t.attachments(files.length)}>
            {files.map((file) => (
                <li key={file.id}>
                    <button type="button" class="attachment" title={t.download(file.filename)} onClick={() => void save(file)}>
                        <Icon name="attach" />
                        <span class="cut" dir="auto">
                            {file.filename}
                        </span>
                        {file.size !== null && <span class="meta">{bytes(file.size)}</span>}
                        <Icon name="download" size={16} />
                    </button>
                </li>
            ))}
        </ul>
    );
}

/** The browser downloads the file, so that the page need not hold it in memory. It sends no token, hence the ticket. */
async function save(file: Attachment): Promise<void> {
    try {
        const ticket = await makeFrameTicket(file.mailId, false);
        saveUrl(`${ticket.url}/attachments/${file.id}`, file.filename);
    } catch (error) {
        toast(failureText(error), { isFailure: true });
    }
}

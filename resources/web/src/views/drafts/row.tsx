// SPDX-License-Identifier: GPL-3.0-or-later
import type { DraftItem } from '../../api/types';
import { IconButton } from '../../components/button';
import { Icon } from '../../components/icon';
import { useTexts } from '../../i18n';
import { fullTime, shortTime } from '../../i18n/format';
import { accounts } from '../../store/accounts';
import { shownName } from '../../store/compose/address';
import { htmlText } from '../../store/compose/html';
import type { LocalCopy } from '../../store/compose/local';
import { useValue } from '../../store/observable';

/** A draft that the service has. */
export function DraftRow({ draft, isChangedHere, onDelete }: { draft: DraftItem; isChangedHere: boolean; onDelete: () => void }) {
    const t = useTexts().compose.drafts;
    const hasSeveral = (useValue(accounts)?.length ?? 0) > 1;
    const files = draft.attachments.length + draft.forwardAttachmentIds.length;
    return (
        <Row
            address={`/drafts/${draft.id}`}
            people={[...draft.to, ...draft.cc, ...draft.bcc]}
            subject={draft.subject}
            summary={draft.summary}
            time={draft.updatedAt}
            from={hasSeveral ? draft.accountName : ''}
            files={files > 0 ? t.files(files) : ''}
            note={isChangedHere ? t.changedHere : ''}
            onDelete={onDelete}
        />
    );
}

/** A draft that only this browser has. */
export function LocalRow({ copy, onDelete }: { copy: LocalCopy; onDelete: () => void }) {
    const t = useTexts().compose.drafts;
    const { to, cc, bcc, subject, body } = copy.content;
    return (
        <Row
            address={`/compose?copy=${encodeURIComponent(copy.localId)}`}
            people={[...to, ...cc, ...bcc]}
            subject={subject}
            summary={htmlText(body).slice(0, 150)}
            time={new Date(copy.changedAt).toISOString()}
            from=""
            files=""
            note={t.onlyHere}
            onDelete={onDelete}
        />
    );
}

interface RowProps {
    address: string;
    people: string[];
    subject: string;
    summary: string;
    time: string;
    from: string;
    files: string;
    note: string;
    onDelete: () => void;
}

function Row({ address, people, subject, summary, time, from, files, note, onDelete }: RowProps) {
    const t = useTexts().compose;
    return (
        <li class="letter">
            <div class="letter-text">
                <div class="letter-line">
                    <a class="letter-who cut" href={address} dir="auto">
                        {people.map(shownName).join(', ') || t.noRecipient}
                    </a>
                    {from && <span class="meta cut">{from}</span>}
                    <time class="meta" dateTime={time} title={fullTime(time)}>
                        {shortTime(time)}
                    </time>
                </div>
                <div class="letter-line">
                    <span class="letter-subject cut" dir="auto">
                        {subject || t.noSubject}
                    </span>
                    {files && (
                        <span class="meta">
                            <Icon name="attach" size={14} /> {files}
                        </span>
                    )}
                </div>
                {summary && (
                    <div class="letter-more cut" dir="auto">
                        {summary}
                    </div>
                )}
                {note && (
                    <div class="letter-note">
                        <Icon name="warning" />
                        {note}
                    </div>
                )}
            </div>
            <IconButton icon="trash" label={t.drafts.delete(subject || t.noSubject)} onClick={onDelete} />
        </li>
    );
}

// SPDX-License-Identifier: GPL-3.0-or-later
import { Fragment } from 'preact';
import { Button } from '../../components/button';
import { Said } from '../../components/said';
import { useTexts } from '../../i18n';
import type { Complaint, Repair } from './complaint';

/** The problem of a field, with the button for its repair. */
export function ComplaintBox({ complaint, onRepair }: { complaint: Complaint; onRepair: (repair: Repair) => void }) {
    const repair = complaint.repair;
    return (
        <div class="complaint" role="alert">
            <p dir="auto">{complaint.text}</p>
            {complaint.details.map((line) => (
                <p key={line} class="fingerprint" dir="auto">
                    {line.split(/(?<=:)/).map((part, at) => (
                        <Fragment key={at}>
                            {part}
                            <wbr />
                        </Fragment>
                    ))}
                </p>
            ))}
            {complaint.said && <Said by="service" text={complaint.said} />}
            {repair && (
                <Button onClick={() => onRepair(repair)}>
                    <RepairText repair={repair} />
                </Button>
            )}
        </div>
    );
}

function RepairText({ repair }: { repair: Repair }) {
    const t = useTexts().accounts.trouble;
    switch (repair.kind) {
        case 'useSecurity':
            return <>{repair.security === 'starttls' ? t.useStartTls : t.useTls}</>;
        case 'usePort':
            return <>{t.usePort(repair.port)}</>;
        case 'trustKey':
            return <>{t.trustKey}</>;
    }
}

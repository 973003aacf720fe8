// SPDX-License-Identifier: GPL-3.0-or-later
import type { ServerTest } from '../../api/accounts';
import { Icon } from '../../components/icon';
import { SelectField, TextField } from '../../components/field';
import { Spinner } from '../../components/spinner';
import { useTexts } from '../../i18n';
import { type Complaint, complaintOf, type Repair } from './complaint';
import { ComplaintBox } from './complaintbox';
import { type Draft, type Security, type Side, usualPort } from './draft';
import { PasswordField } from './passwordfield';
import type { Problems } from './refusals';
import './serverfields.css';

export interface ServerFieldsProps {
    side: Side;
    draft: Draft;
    /** Null: not tried yet. */
    test: ServerTest | null;
    isTesting: boolean;
    problems: Problems;
    /** A refused login is shown elsewhere. */
    isLoginSaid?: boolean;
    /** The password for IMAP is entered elsewhere. */
    hasNoPassword?: boolean;
    /** A password for SMTP is stored. */
    hasSmtpPassword?: boolean;
    onChange: (change: Partial<Draft>) => void;
    onRepair: (repair: Repair) => void;
}

const names = {
    imap: { host: 'host', port: 'port', security: 'security', username: 'username', password: 'password' },
    smtp: {
        host: 'smtp_host',
        port: 'smtp_port',
        security: 'smtpSecurity',
        username: 'smtpUsername',
        password: 'smtpPassword',
    },
} as const;

/** The server of one side: its settings, and whether they work. */
export function ServerFields(props: ServerFieldsProps) {
    const { side, draft, test, isTesting, problems, onChange, onRepair } = props;
    const t = useTexts().accounts;
    const name = names[side];
    const complaint = test ? complaintOf(test, side, draft, t.trouble) : null;
    const boxAt = (...fields: Complaint['field'][]) =>
        complaint && fields.includes(complaint.field) && <ComplaintBox complaint={complaint} onRepair={onRepair} />;
    const port = draft[name.port];
    return (
        <fieldset class="server-fields" disabled={isTesting}>
            <legend>{t.server[side]}</legend>
            <TestState test={test} isTesting={isTesting && (side === 'imap' || draft.smtp_host !== '')} />
            <div class="server-place">
                <TextField
                    label={t.server.host}
                    value={draft[name.host]}
                    onInput={(value) => onChange({ [name.host]: value.trim() })}
                    problem={problems[name.host]}
                    autocomplete="off"
                    placeholder={side === 'smtp' ? t.server.receiveOnly : ''}
                />
                <TextField
                    label={t.server.port}
                    type="number"
                    value={port === null ? '' : String(port)}
                    onInput={(value) => onChange({ [name.port]: value === '' ? null : Number(value) })}
                    problem={problems[name.port]}
                    autocomplete="off"
                />
            </div>
            {boxAt('host')}
            <SelectField
                label={t.server.security}
                value={draft[name.security]}
                options={(['tls', 'starttls', 'auto', 'none'] as const).map((value) => ({
                    value,
                    label: t.server[value],
                }))}
                onChange={(value) => onChange(withSecurity(side, draft, value as Security))}
                problem={problems[name.security]}
            />
            {boxAt('security', 'certificate')}
            <TextField
                label={t.server.username}
                value={draft[name.username]}
                onInput={(value) => onChange({ [name.username]: value })}
                problem={problems[name.username]}
                autocomplete="off"
                placeholder={side === 'smtp' ? t.server.asImap : ''}
            />
            {!(side === 'imap' && props.hasNoPassword) && (
                <PasswordField
                    label={t.login.password}
                    value={draft[name.password]}
                    onInput={(value) => onChange({ [name.password]: value })}
                    problem={problems[name.password]}
                    placeholder={side === 'imap' ? '' : props.hasSmtpPassword ? t.login.stored : t.server.asImap}
                    disabled={isTesting}
                />
            )}
            {!props.isLoginSaid && boxAt('login')}
        </fieldset>
    );
}

// If the port is the usual one of the old encryption, it becomes the usual one of the new encryption.
function withSecurity(side: Side, draft: Draft, security: Security): Partial<Draft> {
    const name = names[side];
    const isUsual = draft[name.port] === usualPort(side, draft[name.security]);
    return {
        [name.security]: security,
        ...(isUsual && security !== 'auto' && { [name.port]: usualPort(side, security) }),
    };
}

function TestState({ test, isTesting }: { test: ServerTest | null; isTesting: boolean }) {
    const t = useTexts().accounts.server;
    return (
        <p class={`test-state ${test && !isTesting ? (test.ok ? 'works' : 'fails') : ''}`} role="status">
            {isTesting && <Spinner />}
            {!isTesting && test && <Icon name={test.ok ? 'check' : 'warning'} />}
            {isTesting ? t.working : test ? (test.ok ? t.works : t.fails) : t.untested}
        </p>
    );
}

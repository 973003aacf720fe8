// SPDX-License-Identifier: GPL-3.0-or-later
import { useId, useState } from 'preact/hooks';
import { IconButton } from '../../components/button';
import { FieldNotes } from '../../components/field';
import { useTexts } from '../../i18n';
import './passwordfield.css';

export interface PasswordFieldProps {
    label: string;
    value: string;
    onInput: (value: string) => void;
    hint?: string | undefined;
    problem?: string | undefined;
    placeholder?: string;
    disabled?: boolean;
}

/** A password of a mail server: browsers do not offer to store it, and it can be shown. */
export function PasswordField({ label, value, onInput, hint, problem, placeholder, disabled }: PasswordFieldProps) {
    const t = useTexts().common.login;
    const id = useId();
    const [isShown, setShown] = useState(false);
    return (
        <div class="field">
            <label for={id}>{label}</label>
            <div class="password-line">
                <input
                    {...({ type: isShown ? 'text' : 'password' } as { type: 'password' })}
                    id={id}
                    value={value}
                    placeholder={placeholder}
                    disabled={disabled}
                    autocomplete="new-password"
                    autocapitalize="off"
                    spellcheck={false}
                    maxLength={4096}
                    aria-invalid={!!problem}
                    aria-describedby={`${id}-more`}
                    onInput={(event) => onInput(event.currentTarget.value)}
                />
                <IconButton
                    icon={isShown ? 'eyeOff' : 'eye'}
                    label={isShown ? t.hidePassword : t.showPassword}
                    disabled={disabled ?? false}
                    onClick={() => setShown(!isShown)}
                />
            </div>
            <FieldNotes id={`${id}-more`} hint={hint} problem={problem} />
        </div>
    );
}

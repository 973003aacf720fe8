// SPDX-License-Identifier: GPL-3.0-or-later
import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import { useId } from 'preact/hooks';
import './field.css';

interface FieldProps {
    label: string;
    hint?: ComponentChildren;
    /** The problem of the value, also for screen readers. */
    problem?: string | undefined;
}

export interface TextFieldProps extends FieldProps {
    value: string;
    onInput: (value: string) => void;
    type?: 'text' | 'email' | 'password' | 'number' | 'url' | 'search' | 'time';
    autocomplete?: string;
    required?: boolean;
    disabled?: boolean;
    placeholder?: string;
    autofocus?: boolean;
    maxLength?: number;
    inputRef?: (element: HTMLInputElement | null) => void;
}

export function TextField({ label, hint, problem, value, onInput, inputRef, ...rest }: TextFieldProps) {
    const id = useId();
    return (
        <div class="field">
            <label for={id}>{label}</label>
            <input
                id={id}
                ref={inputRef ?? null}
                value={value}
                aria-invalid={!!problem}
                aria-describedby={`${id}-more`}
                onInput={(event) => onInput(event.currentTarget.value)}
                {...(rest as InputHTMLAttributes<HTMLInputElement>)}
            />
            <FieldNotes id={`${id}-more`} hint={hint} problem={problem} />
        </div>
    );
}

export interface SelectFieldProps extends FieldProps {
    value: string;
    options: { value: string; label: string }[];
    onChange: (value: string) => void;
    disabled?: boolean;
}

export function SelectField({ label, hint, problem, value, options, onChange, disabled }: SelectFieldProps) {
    const id = useId();
    return (
        <div class="field">
            <label for={id}>{label}</label>
            <select
                id={id}
                value={value}
                disabled={disabled}
                aria-invalid={!!problem}
                aria-describedby={`${id}-more`}
                onChange={(event) => onChange(event.currentTarget.value)}
            >
                {options.map((option) => (
                    <option key={option.value} value={option.value} selected={option.value === value}>
                        {option.label}
                    </option>
                ))}
            </select>
            <FieldNotes id={`${id}-more`} hint={hint} problem={problem} />
        </div>
    );
}

export interface CheckFieldProps {
    label: ComponentChildren;
    checked: boolean;
    onChange: (checked: boolean) => void;
    disabled?: boolean;
}

export function CheckField({ label, checked, onChange, disabled }: CheckFieldProps) {
    return (
        <label class="check">
            <input
                type="checkbox"
                checked={checked}
                disabled={disabled}
                onChange={(event) => onChange(event.currentTarget.checked)}
            />
            <span>{label}</span>
        </label>
    );
}

export function FieldNotes({ id, hint, problem }: { id: string; hint?: ComponentChildren; problem?: string | undefined }) {
    return (
        <div id={id}>
            {hint && <div class="hint">{hint}</div>}
            {problem && (
                <div class="problem" role="alert">
                    {problem}
                </div>
            )}
        </div>
    );
}

// SPDX-License-Identifier: GPL-3.0-or-later
import { Icon } from '../../components/icon';
import { useTexts } from '../../i18n';
import './setup.css';
import type { Step } from './setupstate';

const shownSteps = ['address', 'servers', 'folders', 'sync'] as const;

/** The steps of the setup, with the present one marked. */
export function StepBar({ step }: { step: Step }) {
    const t = useTexts().accounts.setup;
    const here = shownSteps.indexOf(step === 'signIn' ? 'address' : step);
    return (
        <ol class="step-bar" aria-label={t.steps}>
            {shownSteps.map((name, at) => (
                <li key={name} class={at < here ? 'done' : ''} aria-current={at === here ? 'step' : undefined}>
                    <span class="step-sign" aria-hidden="true">
                        {at < here ? <Icon name="check" size={14} /> : at + 1}
                    </span>
                    <span class="step-name">
                        {t.stepNames[name]}
                        {at < here && <span class="visually-hidden"> ({t.stepDone})</span>}
                    </span>
                </li>
            ))}
        </ol>
    );
}

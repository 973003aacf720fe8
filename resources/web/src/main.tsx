// SPDX-License-Identifier: GPL-3.0-or-later
import { render } from 'preact';
import { App } from './app';
import { keepFocus } from './components/focuskeeper';
import { copyWithoutSoftHyphens } from './i18n/hyphenated';
import { resumeKeeping } from './store/keeping';
import { startWorker } from './store/serviceworker';
import { session } from './store/session';
import { applySettings } from './store/settings';
import './styles/tokens.css';
import './styles/base.css';

async function begin(): Promise<void> {
    await Promise.all([applySettings(), resumeKeeping(session.value)]);
    render(<App />, document.getElementById('app')!);
    document.addEventListener('copy', copyWithoutSoftHyphens);
    keepFocus();
    startWorker();
}

void begin();

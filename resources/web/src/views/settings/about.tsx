// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect, useState } from 'preact/hooks';
import { readVersion } from '../../api/settings';
import { useTexts } from '../../i18n';
import { useKeys } from '../../store/keys';
import { KeysHelp } from '../mails/keyshelp';

/** The version of the service, and links. */
export function AboutSection() {
    const t = useTexts().settings;
    const [version, setVersion] = useState('');
    useEffect(() => {
        readVersion().then(setVersion, () => {}); // offline: the version stays empty
    }, []);
    const [areKeysShown, showKeys] = useState(false);
    useKeys({ '?': () => showKeys(true) });
    return (
        <section class="card">
            <h2>{t.about}</h2>
            <p>{t.version(version)}</p>
            <ul class="link-list">
                <li>
                    <a href="/api/v1/openapi.json" target="_blank" rel="noreferrer">
                        {t.api}
                    </a>
                </li>
                <li>
                    <button type="button" class="text-link" aria-keyshortcuts="?" onClick={() => showKeys(true)}>
                        {t.keys} <kbd>?</kbd>
                    </button>
                </li>
            </ul>
            {areKeysShown && <KeysHelp onClose={() => showKeys(false)} />}
        </section>
    );
}

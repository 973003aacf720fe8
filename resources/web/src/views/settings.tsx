// SPDX-License-Identifier: GPL-3.0-or-later
import { useTexts } from '../i18n';
import { AboutSection } from './settings/about';
import { ImageSenders } from './settings/imagesenders';
import { LookSection } from './settings/looks';
import { ReadingSection } from './settings/reading';
import { SecuritySection } from './settings/security';
import './settings/settings.css';

export function Settings() {
    const t = useTexts().settings;
    return (
        <div class="page">
            <header class="page-head">
                <h1>{t.title}</h1>
            </header>
            <LookSection />
            <ReadingSection />
            <ImageSenders />
            <SecuritySection />
            <AboutSection />
        </div>
    );
}

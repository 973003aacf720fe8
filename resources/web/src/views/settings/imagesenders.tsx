// SPDX-License-Identifier: GPL-3.0-or-later
import { IconButton } from '../../components/button';
import { useTexts } from '../../i18n';
import { useValue } from '../../store/observable';
import { settings } from '../../store/settings';
import { choose } from './change';

/** Senders whose remote images are always shown; they are added in the view of a mail. */
export function ImageSenders() {
    const t = useTexts().settings;
    const { imageSenders } = useValue(settings);
    const without = (address: string) => imageSenders.filter((one) => one !== address);
    return (
        <section class="card">
            <h2>{t.images}</h2>
            <p class="soft">{imageSenders.length > 0 ? t.imagesHint : t.noImages}</p>
            <ul class="sender-list">
                {imageSenders.map((address) => (
                    <li key={address}>
                        <bdi>{address}</bdi>
                        <IconButton
                            icon="close"
                            label={t.removeSender(address)}
                            onClick={() => void choose({ imageSenders: without(address) })}
                        />
                    </li>
                ))}
            </ul>
        </section>
    );
}

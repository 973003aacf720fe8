// SPDX-License-Identifier: GPL-3.0-or-later
import { Icon } from '../../components/icon';
import { useTexts } from '../../i18n';

interface Props {
    page: number;
    pageSize: number;
    total: number;
    addressOf: (page: number) => string;
}

/** Links to the other pages of a list; nothing if there is only one page. */
export function Pager({ page, pageSize, total, addressOf }: Props) {
    const t = useTexts().compose.pages;
    const pages = Math.max(1, Math.ceil(total / pageSize));
    if (pages === 1 && page === 1) return null;
    return (
        <nav class="pager row-of-buttons" aria-label={t.label}>
            {page > 1 && (
                <a class="button" href={addressOf(page - 1)}>
                    <Icon name="back" />
                    {t.newer}
                </a>
            )}
            <span class="meta">{t.of(page, pages)}</span>
            {page < pages && (
                <a class="button" href={addressOf(page + 1)}>
                    {t.older}
                    <Icon name="chevronRight" />
                </a>
            )}
        </nav>
    );
}

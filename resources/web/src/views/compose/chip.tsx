// SPDX-License-Identifier: GPL-3.0-or-later
import { Icon } from '../../components/icon';
import { useTexts } from '../../i18n';
import { addressOf, isAddress, shownName } from '../../store/compose/address';

interface Props {
    entry: string;
    onRemove: () => void;
    onEdit: () => void;
    onKeyDown: (event: KeyboardEvent) => void;
}

/** One recipient: shows the name, with the whole address as tooltip. */
export function Chip({ entry, onRemove, onEdit, onKeyDown }: Props) {
    const t = useTexts().compose.recipients;
    const name = shownName(entry);
    const isWrong = !isAddress(addressOf(entry));
    return (
        <li class={`address-item ${isWrong ? 'wrong' : ''}`}>
            <button
                type="button"
                class="address-chip"
                tabIndex={-1}
                title={isWrong ? t.wrong(name) : entry}
                aria-label={`${isWrong ? t.wrong(name) : entry}. ${t.edit}`}
                dir="auto"
                onDblClick={onEdit}
                onClick={isWrong ? onEdit : undefined}
                onKeyDown={onKeyDown}
            >
                {isWrong && <Icon name="warning" size={14} />}
                <span class="cut">{name}</span>
            </button>
            <button type="button" class="address-remove" tabIndex={-1} aria-label={t.remove(name)} onClick={onRemove}>
                <Icon name="close" size={12} />
            </button>
        </li>
    );
}

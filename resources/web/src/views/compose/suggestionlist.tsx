// SPDX-License-Identifier: GPL-3.0-or-later
import { Avatar } from '../../components/avatar';
import { useTexts } from '../../i18n';
import type { KnownAddress } from '../../store/compose/known';

interface Props {
    /** The id of its field. */
    id: string;
    found: readonly KnownAddress[];
    marked: number;
    onTake: (one: KnownAddress) => void;
}

/** Known addresses that match the typed text. */
export function SuggestionList({ id, found, marked, onTake }: Props) {
    const t = useTexts().compose.recipients;
    return (
        <div id={`${id}-list`} class="suggestions" role="listbox" aria-label={t.suggestions} hidden={found.length === 0}>
            {found.map((one, i) => (
                <div
                    key={one.address}
                    id={`${id}-${i}`}
                    class="suggestion"
                    role="option"
                    aria-selected={i === marked}
                    // Not on click: before it, the field loses the focus and makes a chip of the typed text.
                    onMouseDown={(event) => {
                        event.preventDefault();
                        onTake(one);
                    }}
                >
                    <Avatar name={one.name} address={one.address} />
                    <span class="suggestion-text">
                        {one.name && (
                            <span class="cut" dir="auto">
                                {one.name}
                            </span>
                        )}
                        <span class={one.name ? 'cut meta' : 'cut'} dir="ltr">
                            {one.address}
                        </span>
                    </span>
                </div>
            ))}
        </div>
    );
}

// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect, useState } from 'preact/hooks';
import { Empty } from '../components/empty';
import { useTexts } from '../i18n';
import { place } from '../store/router';
import { handOver } from './accounts/browsersignin';

/** The page to which a provider sends the browser back: passes the answer to the waiting page and closes. */
export function OAuthReturn() {
    const t = useTexts().accounts.login;
    const [isIn, setIn] = useState(true);
    useEffect(() => {
        setIn(!!handOver(place.value.query).code);
        history.replaceState(null, '', place.value.path); // so that the code is not visible later
        window.close(); // browsers forbid it if a person opened the page
    }, []);
    return (
        <Empty
            icon={isIn ? 'check' : 'warning'}
            text={`${isIn ? t.returned : t.notReturned}. ${isIn ? t.returnedText : t.notReturnedText}`}
        />
    );
}

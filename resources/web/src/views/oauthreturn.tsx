// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect, useState } from 'preact/hooks';
import { Empty } from '../components/empty';
import { useTexts } from '../i18n';
import { place } from '../store/router';
import { handOver } from './accounts/browsersignin';

/** Where a provider sends the browser back to: hands the answer to the page that waits, and closes. */
export function OAuthReturn() {
    const t = useTexts().accounts.login;
    const [isIn, setIn] = useState(true);
    useEffect(() => {
        setIn(!!handOver(place.value.query).code);
        history.replaceState(null, '', place.value.path); // the code is for nobody who looks here later
        window.close(); // forbidden where a person opened it by hand
    }, []);
    return (
        <Empty
            icon={isIn ? 'check' : 'warning'}
            text={`${isIn ? t.returned : t.notReturned}. ${isIn ? t.returnedText : t.notReturnedText}`}
        />
    );
}

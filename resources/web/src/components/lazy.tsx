// SPDX-License-Identifier: GPL-3.0-or-later
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useTexts } from '../i18n';
import { Button } from './button';
import { Empty } from './empty';

/** A view whose code is fetched when it is first shown, so that the first load stays small. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
    let loaded: ComponentType<P> | null = null;
    return function Lazy(props: P) {
        const [View, setView] = useState<ComponentType<P> | null>(() => loaded);
        const [hasFailed, setFailed] = useState(false);
        const t = useTexts();
        useEffect(() => {
            if (View || hasFailed) return;
            load().then(
                (component) => {
                    loaded = component;
                    setView(() => component);
                },
                () => setFailed(true),
            );
        }, [View, hasFailed]);
        if (View) return <View {...props} />;
        if (!hasFailed) return null;
        // The service may have been upgraded, and the files of the old version do not exist any more.
        const reload = <Button onClick={() => location.reload()}>{t.common.retry}</Button>;
        return <Empty icon="warning" text={t.common.unreachable} action={reload} />;
    };
}

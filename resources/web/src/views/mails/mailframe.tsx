// SPDX-License-Identifier: GPL-3.0-or-later
import { useEffect, useRef } from 'preact/hooks';
import { useTexts } from '../../i18n';

const untilFocusReturns = 400; // ms; long enough for a click on a link

/**
 * The mail's own document. It runs no script and has an origin of its own, so keys that are pressed while
 * it has the focus reach nobody: after a click into it the page takes the focus back, so that short cuts
 * still work. Whoever goes into it by the Tab key stays there, scrolls it and reaches its links; where it has
 * none, Chromium would skip it, so a stop before it leads into it. While Ctrl or Cmd is down the frame gets it again, so that what was marked there is copied.
 */
export function MailFrame({ url }: { url: string }) {
    const t = useTexts().mails;
    const ref = useRef<HTMLIFrameElement>(null);
    const stop = useRef<HTMLSpanElement>(null);
    useEffect(() => {
        let wasClicked = false;
        let isTabbing = false; // the Tab key was the last one, and nothing of this page got the focus since
        let timer = 0;
        const leave = () => {
            if (document.activeElement !== ref.current) return;
            ref.current?.classList.toggle('by-tab', isTabbing);
            if (isTabbing) return;
            wasClicked = true;
            clearTimeout(timer);
            timer = window.setTimeout(() => {
                ref.current?.blur();
                window.focus();
            }, untilFocusReturns);
        };
        const press = (event: KeyboardEvent) => {
            isTabbing = event.key === 'Tab';
            if (wasClicked && (event.key === 'Control' || event.key === 'Meta') && getSelection()?.isCollapsed !== false)
                ref.current?.focus();
        };
        const back = () => {
            ref.current?.classList.remove('by-tab');
            if (stop.current) stop.current.tabIndex = 0;
        };
        const settle = (event: FocusEvent) => {
            if (event.target !== ref.current && event.target !== stop.current) isTabbing = false;
        };
        const click = () => {
            wasClicked = false;
            isTabbing = false;
        };
        window.addEventListener('blur', leave);
        window.addEventListener('focus', back);
        window.addEventListener('focusin', settle);
        window.addEventListener('keydown', press);
        window.addEventListener('pointerdown', click);
        return () => {
            clearTimeout(timer);
            window.removeEventListener('blur', leave);
            window.removeEventListener('focus', back);
            window.removeEventListener('focusin', settle);
            window.removeEventListener('keydown', press);
            window.removeEventListener('pointerdown', click);
        };
    }, []);
    const enter = () => {
        stop.current!.tabIndex = -1; // not in the way back out of the frame
        ref.current!.focus();
    };
    return (
        <>
            <span ref={stop} class="frame-stop" tabIndex={0} onFocus={enter} />
            <iframe
                ref={ref}
                class="mail-frame"
                src={url}
                title={t.body}
                sandbox="allow-popups allow-popups-to-escape-sandbox"
                referrerpolicy="no-referrer"
            />
        </>
    );
}

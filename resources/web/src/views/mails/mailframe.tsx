// SPDX-License-Identifier: GPL-3.0-or-later
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useTexts } from '../../i18n';

const untilFocusReturns = 400; // ms; long enough for a click on a link

/**
 * The mail's own document. It runs no script and has an origin of its own, so the page receives no keys while
 * it has the focus. After a click into it the page therefore takes the focus back, so that shortcuts work.
 * A person who enters it with the Tab key stays there, scrolls it and reaches its links. Chromium would skip a
 * document without links, so a stop before it leads into it. While Ctrl or Cmd is pressed, the frame gets the
 * focus again, so that text that was selected there can be copied.
 */
export function MailFrame({ url }: { url: string }) {
    const t = useTexts().mails;
    const ref = useRef<HTMLIFrameElement>(null);
    const stop = useRef<HTMLSpanElement>(null);
    const isTabbing = useRef(false); // the last key was Tab, and no other element of this page got the focus since
    // Not useEffect, which runs after the page is drawn: a Tab key before that leads into the frame too.
    useLayoutEffect(() => {
        let wasClicked = false;
        let timer = 0;
        const leave = () => {
            if (document.activeElement !== ref.current) return;
            ref.current?.classList.toggle('by-tab', isTabbing.current);
            if (isTabbing.current) return;
            wasClicked = true;
            clearTimeout(timer);
            timer = window.setTimeout(() => {
                ref.current?.blur();
                window.focus();
            }, untilFocusReturns);
        };
        const press = (event: KeyboardEvent) => {
            isTabbing.current = event.key === 'Tab';
            if (wasClicked && (event.key === 'Control' || event.key === 'Meta') && getSelection()?.isCollapsed !== false)
                ref.current?.focus();
        };
        const back = () => {
            ref.current?.classList.remove('by-tab');
            if (stop.current) stop.current.tabIndex = 0;
        };
        const settle = (event: FocusEvent) => {
            if (event.target !== ref.current && event.target !== stop.current) isTabbing.current = false;
        };
        const click = () => {
            wasClicked = false;
            isTabbing.current = false;
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
        isTabbing.current = true; // only the Tab key leads here; its press may be older than this component
        stop.current!.tabIndex = -1; // so that Shift+Tab leaves the frame without this stop
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

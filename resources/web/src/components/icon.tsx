// SPDX-License-Identifier: GPL-3.0-or-later
// Paths for 20 x 20 units. Icons have the colour of the text around them.

const paths = {
    archive: 'M3 4h14v4H3zM4.5 8v8h11V8M8 11h4',
    attach: 'M14.5 9.5 9 15a3.2 3.2 0 0 1-4.6-4.6l6.4-6.3a2.2 2.2 0 0 1 3.1 3.1L7.8 13.3a1 1 0 0 1-1.5-1.5L11.5 6.6',
    back: 'M12.5 4.5 7 10l5.5 5.5',
    bell: 'M5 14V9a5 5 0 0 1 10 0v5l1.5 1.5h-13zM8.5 17.5h3',
    bold: 'M6 4h5a3 3 0 0 1 0 6H6zM6 10h6a3 3 0 0 1 0 6H6z',
    chart: 'M3.5 16.5h13M6 14V9M10 14V4.5M14 14v-3',
    check: 'm4.5 10.5 3.5 3.5 7.5-8',
    chevronDown: 'm5 7.5 5 5 5-5',
    chevronRight: 'm7.5 5 5 5-5 5',
    clearFormat: 'M5 4.5h11M10.5 4.5 8.5 12M6.5 15.5h4M13 13l4 4M17 13l-4 4',
    clock: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M10 6v4l2.5 2',
    close: 'm5 5 10 10M15 5 5 15',
    compose: 'M4 16h3.2L15.6 7.6a1.6 1.6 0 0 0 0-2.3l-.9-.9a1.6 1.6 0 0 0-2.3 0L4 12.8zM11 5.8l3.2 3.2',
    copy: 'M7 7h9v10H7zM4 13V3h9',
    download: 'M10 3v9M6.5 9 10 12.5 13.5 9M4 16.5h12',
    draft: 'M5 3h7l3 3v11H5zM12 3v3h3M7.5 10h5M7.5 13h5',
    eye: 'M2.5 10S5.5 5 10 5s7.5 5 7.5 5-3 5-7.5 5-7.5-5-7.5-5M10 7.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4',
    eyeOff: 'M3 3l14 14M6 6.3C3.8 7.6 2.5 10 2.5 10s3 5 7.5 5c1.4 0 2.7-.5 3.8-1.2M9 5.1c4.8-.7 8.5 4.9 8.5 4.9s-.7 1.2-1.9 2.4',
    filter: 'M3.5 5h13M6 10h8M8.5 15h3',
    folder: 'M3 5h5l1.5 2H17v9H3z',
    forward: 'M12 5l4.5 4.5L12 14M16 9.5H9a5.5 5.5 0 0 0-5.5 5.5v1',
    globe: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M3 10h14M10 3c2 2 3 4.5 3 7s-1 5-3 7c-2-2-3-4.5-3-7s1-5 3-7',
    help: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M8 8a2 2 0 1 1 3 1.7c-.7.4-1 .8-1 1.6M10 13.8v.1',
    image: 'M3 4.5h14v11H3zM6.8 8.5v.1M3.5 14l4-4 3 3 2.5-2.5 3.5 3.5',
    inbox: 'M3 11.5 5 4.5h10l2 7v4H3zM3 11.5h4l1 2h4l1-2h4',
    info: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14M10 9v5M10 6.3v.1',
    italic: 'M8.5 4h6M5.5 16h6M11.5 4l-3 12',
    key: 'M12.5 3.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8M9.5 10.5l-6 6M5 15l1.5 1.5M7.5 12.5 9 14',
    link: 'M8.5 11.5a3 3 0 0 0 4.3 0l3-3a3 3 0 0 0-4.3-4.3l-1 1M11.5 8.5a3 3 0 0 0-4.3 0l-3 3a3 3 0 0 0 4.3 4.3l1-1',
    listBullets: 'M8 5.5h9M8 10h9M8 14.5h9M4 5.5v.1M4 10v.1M4 14.5v.1',
    listNumbers: 'M8.5 5.5H17M8.5 10H17M8.5 14.5H17M3.5 4.5l1-.700v3.400M3.300 12.800c.200-1.200 2.200-1 2.200.100 0 .800-2.200 1.5-2.200 2.600h2.300',
    lock: 'M5 9h10v7.5H5zM7 9V6.5a3 3 0 0 1 6 0V9',
    logout: 'M8 4H4v12h4M12 6.5 15.5 10 12 13.5M15 10H8',
    mail: 'M3 5h14v10H3zM3 6l7 5 7-5',
    mailOpen: 'M3 8.5 10 3.5l7 5v7.5H3zM3 9l7 4.5L17 9',
    menu: 'M3.5 5.5h13M3.5 10h13M3.5 14.5h13',
    minus: 'M4.5 10h11',
    more: 'M4.6 10a.4.4 0 1 0 .8 0 .4.4 0 1 0-.8 0M9.6 10a.4.4 0 1 0 .8 0 .4.4 0 1 0-.8 0M14.6 10a.4.4 0 1 0 .8 0 .4.4 0 1 0-.8 0',
    pause: 'M7 5v10M13 5v10',
    play: 'M6.5 4.5 15 10l-8.5 5.5z',
    plus: 'M10 4.5v11M4.5 10h11',
    quote: 'M8 6C5.5 7 4.300 8.700 4.300 11.5H8v3.5H4.300M16 6c-2.5 1-3.700 2.700-3.700 5.5H16v3.5h-3.700M4.300 11.5V15M12.300 11.5V15',
    refresh: 'M16 10a6 6 0 1 1-1.8-4.3M16 3.5v3.5h-3.5',
    reply: 'M8 5 3.5 9.5 8 14M4 9.5h7a5.5 5.5 0 0 1 5.5 5.5v1',
    replyAll: 'M6 5.5 2 9.5l4 4M10 5.5l-4 4 4 4M6.5 9.5H12a5 5 0 0 1 5 5v1.5',
    search: 'M9 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M13 13l3.8 3.8',
    send: 'm3 9.5 14-6.5-5 14-3-5.5zM9 11.5 17 3',
    settings: 'M3.5 6h7M14 6h2.5M12 4.5v3M3.5 14H6M9.5 14h7M8 12.5v3M3.5 10h9M16 10h.5M14.5 8.5v3',
    shield: 'M10 3l6 2v5c0 3.5-2.5 6-6 7-3.5-1-6-3.5-6-7V5z',
    star: 'M10 3.2l2.1 4.3 4.700.7-3.4 3.300.8 4.7-4.2-2.2-4.2 2.200.8-4.7-3.4-3.3 4.7-.7z',
    thread: 'M3 4h11v8H8l-3 2.5V12H3zM16.5 7.5v8l-2.5-1.5H9.5',
    trash: 'M4 6h12M8 6V4h4v2M5.5 6l.8 10.5h7.4L14.5 6M8.5 9v4.5M11.5 9v4.5',
    underline: 'M6 4v6a4 4 0 0 0 8 0V4M5 17h10',
    unread: 'M3 5h14v10H3zM3 6l7 5 7-5',
    warning: 'M10 3.5 17.5 16.5h-15zM10 8.5v3.5M10 14.2v.1',
    webhook: 'M7 8.5a3 3 0 1 1 5.5-1.7L14 10M9 13.5H5.5a3 3 0 1 0-.5 0M11 13.5h4a2.5 2.5 0 1 0-1.5-4.5',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, filled, size = 20 }: { name: IconName; filled?: boolean; size?: number }) {
    return (
        <svg
            class="icon"
            viewBox="0 0 20 20"
            width={size}
            height={size}
            fill={filled ? 'currentColor' : 'none'}
            stroke="currentColor"
            stroke-width="1.6"
            stroke-linecap="round"
            stroke-linejoin="round"
            aria-hidden="true"
            focusable="false"
        >
            <path d={paths[name]} />
        </svg>
    );
}

// SPDX-License-Identifier: GPL-3.0-or-later
import { Said } from '../../components/said';

/** What a receiver answered to a call that failed, or why there was no answer. */
export function CallError({ code, message }: { code: number; message: string | null }) {
    if (!message) return null;
    if (code === 0) return <Said by="service" text={message} />;
    const answer = message.replace(/^HTTP \d+(: )?/, ''); // the code is shown already
    return answer ? <Said by="receiver" text={answer} /> : null;
}

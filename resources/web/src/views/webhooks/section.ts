// SPDX-License-Identifier: GPL-3.0-or-later
import type { Draft } from './draft';

export type Problems = Record<string, string>;

/** What each section of the form gets. */
export interface SectionProps {
    draft: Draft;
    change: (change: Partial<Draft>) => void;
    /** The problems, by field. */
    problems: Problems;
}

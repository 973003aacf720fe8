// SPDX-License-Identifier: GPL-3.0-or-later
import './spinner.css';

export function Spinner() {
    return <span class="spinner" aria-hidden="true" />;
}

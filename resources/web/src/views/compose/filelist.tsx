// SPDX-License-Identifier: GPL-3.0-or-later
import { IconButton } from '../../components/button';
import { Icon } from '../../components/icon';
import { useTexts } from '../../i18n';
import { failureText } from '../../i18n/failures';
import { bytes } from '../../i18n/format';
import type { ComposeFile, ComposeFiles } from '../../store/compose/files';
import { useValue } from '../../store/observable';
import './filelist.css';

/** The attached files and the progress of their uploads. */
export function FileList({ files }: { files: ComposeFiles }) {
    const t = useTexts().compose.files;
    const all = useValue(files.all);
    if (all.length === 0) return null;
    const total = all.reduce((sum, { size }) => sum + size, 0);
    return (
        <section class="file-list" aria-label={t.label}>
            <ul>
                {all.map((file) => (
                    <FileItem key={file.key} file={file} files={files} />
                ))}
            </ul>
            {all.length > 1 && <span class="meta">{t.total(all.length, bytes(total))}</span>}
        </section>
    );
}

function FileItem({ file, files }: { file: ComposeFile; files: ComposeFiles }) {
    const t = useTexts().compose.files;
    const name = file.filename || t.unknownName;
    const isTrouble = file.state === 'failed' || file.state === 'gone';
    const isAgain = file.state === 'failed' && file.problem !== 'too_large';
    const percent = Math.round(file.progress * 100);
    return (
        <li class={`file ${isTrouble ? 'trouble' : ''}`}>
            <Icon name={isTrouble ? 'warning' : 'attach'} />
            <span class="file-text">
                <bdi class="cut" title={name}>
                    {name}
                </bdi>
                <span class="meta" role={isTrouble ? 'alert' : undefined}>
                    {isTrouble ? troubleText(file, t) : file.state === 'uploading' ? t.uploading(percent) : file.size > 0 ? bytes(file.size) : ''}
                </span>
                {file.state === 'uploading' && <progress max={100} value={percent} aria-label={name} />}
            </span>
            {isAgain && <IconButton icon="refresh" label={t.retry(name)} onClick={() => files.retry(file.key)} />}
            <IconButton icon="close" label={file.state === 'uploading' ? t.cancel(name) : t.remove(name)} onClick={() => files.remove(file.key)} />
        </li>
    );
}

function troubleText(file: ComposeFile, t: ReturnType<typeof useTexts>['compose']['files']): string {
    if (file.state === 'gone') return t.gone;
    if (file.problem === 'too_large') return t.isTooLarge;
    return file.problem === 'unreachable' ? t.unreachable : t.refused(failureText(file.error));
}

import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { centerTexts } from './center/center-texts';
import type { FailedFile } from './task-facts';

/** Number of files listed in the drawer; the exported file lists all. */
const SHOWN = 100;

interface Props {
  readonly files: readonly FailedFile[];
  /** Name of the exported file, without its extension. */
  readonly name: string;
}

/** The files that a task could not process, each with the reason. */
export function FailedFiles({ files, name }: Props) {
  const text = useText(centerTexts);
  const format = useLocaleFormat();
  if (files.length === 0) return null;
  return (
    <section>
      <div className="sh-task-section-head">
        <h3>
          {text('detail.failedFiles')} <span className="sh-task-count">{format.number(files.length)}</span>
        </h3>
        <button type="button" className="sd-link-button" onClick={() => exportFiles(files, name)}>
          {text('detail.export')}
        </button>
      </div>
      <ul className="sh-failed-files">
        {files.slice(0, SHOWN).map(({ path, reason }, index) => (
          // The same file may have failed twice.
          <li key={`${index} ${path}`}>
            <span className="sd-mono">{path}</span>
            {reason && <span className="sd-secondary sd-small">{reason}</span>}
          </li>
        ))}
      </ul>
      {files.length > SHOWN && (
        <p className="sd-secondary sd-small">
          {text('detail.more', { n: format.number(files.length - SHOWN) })}
        </p>
      )}
    </section>
  );
}

/** One line per file, so that names with commas or quotes need no escaping. */
function exportFiles(files: readonly FailedFile[], name: string): void {
  const lines = files.map(({ path, reason }) => [path, reason].filter(Boolean).join('\t'));
  const url = URL.createObjectURL(new Blob([lines.join('\n')], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.txt`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

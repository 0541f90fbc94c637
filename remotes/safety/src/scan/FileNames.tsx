import type { ScanFile } from '@sitedeck/contract';
import { useText } from '@sitedeck/ui/core';
import { FilePath } from './FilePath';
import { scanTexts } from './scan-texts';

/** The files that a dialog is about; a long list scrolls. */
export function FileNames({ files }: { readonly files: readonly ScanFile[] }) {
  const text = useText(scanTexts);
  return (
    // It scrolls, so keyboard users must be able to focus it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="sf-names" role="group" aria-label={text('files')} tabIndex={0}>
      <ul>
        {files.map(({ id, path }) => (
          <li key={id}>
            <FilePath path={path} />
          </li>
        ))}
      </ul>
    </div>
  );
}

import type { FileEntry } from '@sitedeck/contract';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { visibleName } from '@sitedeck/ui/visible-name';
import { filesTexts } from '../i18n/files-texts';
import { useSizes } from './folder-sizes';

const DASH = '—';

/** Size of an entry; a click measures a folder. By keyboard, the row's menu does the same. */
export function SizeCell({ entry }: { readonly entry: FileEntry }) {
  const text = useText(filesTexts);
  const format = useLocaleFormat();
  const sizes = useSizes();
  if (entry.type !== 'folder') return format.bytes(entry.size);
  const size = sizes.of(entry);
  if (size) return <FolderBytes entry={entry} />;
  if (entry.unreadableName) return DASH;
  return (
    <button
      type="button"
      tabIndex={-1}
      className="fm-measure"
      aria-label={text('size.measureOne', { name: visibleName(entry.name) })}
      title={text('act.measure')}
      onClick={(event) => {
        event.stopPropagation();
        sizes.measure([entry]);
      }}
    >
      {DASH}
    </button>
  );
}

/** A folder's size as far as it was measured. */
export function FolderBytes({ entry }: { readonly entry: FileEntry }) {
  const text = useText(filesTexts);
  const format = useLocaleFormat();
  const size = useSizes().of(entry);
  if (!size) return null;
  const bytes = format.bytes(size.bytes);
  return (
    <span title={text('size.files', { n: format.number(size.files), count: size.files })}>
      {size.isComplete ? bytes : text('size.soFar', { bytes })}
    </span>
  );
}

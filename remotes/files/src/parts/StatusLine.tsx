import { Button, useLocaleFormat, useText } from '@sitedeck/ui/core';
import { filesTexts } from '../i18n/files-texts';
import type { Rows } from '../listing/rows';
import { sumSizes, useSizes } from '../sizes/folder-sizes';
import type { FolderSizes } from '../sizes/use-folder-sizes';

export function StatusLine({ rows }: { readonly rows: Rows | undefined }) {
  const text = useText(filesTexts);
  const format = useLocaleFormat();
  const sizes = useSizes();
  if (!rows) return <div className="fm-status" />;
  const { total, folders } = rows;
  const bytes = bytesOf(rows, sizes.of);
  // "1 item, 0 of them folders" adds nothing.
  const mixed = folders > 0 && folders < total;
  return (
    <div className="fm-status">
      <span role="status">
        {mixed
          ? text('status.folders', {
              n: format.number(total),
              folders: format.number(folders),
              count: folders,
            })
          : text('status.count', { n: format.number(total), count: total })}
      </span>
      <Counting />
      {bytes !== undefined && bytes > 0 && <span>{format.bytes(bytes)}</span>}
    </div>
  );
}

/** Bytes of all entries, with folders once each is measured; undefined until all entries are loaded. */
function bytesOf({ bytes, total, at }: Rows, of: FolderSizes['of']): number | undefined {
  if (bytes === undefined) return undefined;
  const entries = Array.from({ length: total }, (_, row) => at(row)).filter((entry) => entry !== undefined);
  const sum = sumSizes(entries, of);
  return sum.unknown === 0 ? sum.bytes : bytes;
}

/** Progress of measuring folders, with a stop button. */
function Counting() {
  const text = useText(filesTexts);
  const { number } = useLocaleFormat();
  const { counting, stop } = useSizes();
  return (
    <>
      {/* Announced at the start and the end, not for each folder. */}
      <span role="status" className="sd-visually-hidden">
        {counting && text('size.counting')}
      </span>
      {counting && (
        <span className="fm-counting">
          {text('size.progress', { done: number(counting.done), total: number(counting.total) })}
          <Button type="link" size="small" onClick={stop}>
            {text('size.stop')}
          </Button>
        </span>
      )}
    </>
  );
}

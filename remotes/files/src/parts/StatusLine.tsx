import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { filesTexts } from '../i18n/files-texts';
import type { Rows } from '../listing/use-listing';

export function StatusLine({ rows }: { readonly rows: Rows | undefined }) {
  const text = useText(filesTexts);
  const format = useLocaleFormat();
  if (!rows) return <div className="fm-status" />;
  const { total, folders, bytes } = rows;
  // "1 item, 0 of them folders" says nothing that the list does not show.
  const mixed = folders > 0 && folders < total;
  return (
    <div className="fm-status" role="status">
      <span>
        {mixed
          ? text('status.folders', {
              n: format.number(total),
              folders: format.number(folders),
              count: folders,
            })
          : text('status.count', { n: format.number(total), count: total })}
      </span>
      {total > folders && bytes !== undefined && <span>{format.bytes(bytes)}</span>}
    </div>
  );
}

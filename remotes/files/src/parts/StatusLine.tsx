import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { filesTexts } from '../i18n/files-texts';
import type { Rows } from '../listing/use-listing';

export function StatusLine({ rows }: { readonly rows: Rows | undefined }) {
  const text = useText(filesTexts);
  const format = useLocaleFormat();
  if (!rows) return <div className="fm-status" />;
  const { total, folders, bytes } = rows;
  return (
    <div className="fm-status" role="status">
      <span>
        {text('status.count', { n: format.number(total), count: total, folders: format.number(folders) })}
      </span>
      {bytes !== undefined && <span>{format.bytes(bytes)}</span>}
    </div>
  );
}

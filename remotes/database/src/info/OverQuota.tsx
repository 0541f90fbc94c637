import { WarningOutlined } from '@ant-design/icons';
import type { DatabaseInfo } from '@sitedeck/contract';
import { useText } from '@sitedeck/ui/core';
import { databaseTexts } from '../database-texts';

/** The engine takes no more: what that means for the site, and how it ends. */
export function OverQuota({ info }: { readonly info: DatabaseInfo }) {
  const text = useText(databaseTexts);
  if (!info.overQuota) return null;
  return (
    <div className="db-note db-note-warning" role="alert">
      <WarningOutlined aria-hidden />
      <div>
        <strong>{text('overQuota.title')}</strong>
        <p>{text('overQuota.advice')}</p>
      </div>
    </div>
  );
}

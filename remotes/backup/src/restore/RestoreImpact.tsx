import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { backupApi } from '../backup.api';
import { restoreTexts } from './restore-texts';
import type { Mode } from './use-restore';

interface Props {
  readonly point: number;
  readonly mode: Mode;
}

/**
 * Shows how many files a restore would remove, change and bring back, or only that it would if they can't be
 * counted.
 */
export function RestoreImpact({ point, mode }: Props) {
  const text = useText(restoreTexts);
  const format = useLocaleFormat();
  const { data, isFetching } = backupApi.useCompareBackupQuery({ body: { point } });
  if (isFetching) return <p role="status">{text('goes.counting')}</p>;
  if (!data) return <p role="status">{text('goes.unknown')}</p>;
  const { added, changed, removed } = data;
  const counts = [
    { key: mode === 'mirror' ? ('goes.removed' as const) : ('goes.stay' as const), n: added.count },
    { key: 'goes.changed' as const, n: changed.count },
    { key: 'goes.back' as const, n: removed.count },
  ].filter(({ n }) => n > 0);
  if (counts.length === 0) return <p role="status">{text('goes.nothing')}</p>;
  return (
    <div role="status">
      <ul className="bk-goes">
        {counts.map(({ key, n }) => (
          <li key={key}>{text(key, { n: format.number(n), count: n })}</li>
        ))}
      </ul>
    </div>
  );
}

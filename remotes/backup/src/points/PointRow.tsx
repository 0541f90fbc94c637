import type { BackupPoint, BackupTarget } from '@sitedeck/contract';
import { formatTime } from '@sitedeck/sdk';
import type { PageKind } from './page-kind';
import { PointActs } from './PointActs';
import { PointFacts } from './PointFacts';

interface Props {
  readonly page: PageKind;
  readonly point: BackupPoint;
  readonly targets: readonly BackupTarget[];
  readonly isNewest: boolean;
}

/** One point: when, what it holds, whether it was proven, where it lies, and what can be done with it. */
export function PointRow({ page, point, targets, isNewest }: Props) {
  const full = formatTime(point.createdAt);
  return (
    <li className={isNewest ? 'bk-point bk-point-newest' : 'bk-point'} data-point={point.id}>
      <time className="bk-point-time" dateTime={point.createdAt} title={full}>
        {full.slice(11, 16)}
      </time>
      <PointFacts page={page} point={point} targets={targets} />
      <PointActs page={page} point={point} />
    </li>
  );
}

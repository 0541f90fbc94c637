import type { BackupPoint, BackupTarget } from '@sitedeck/contract';
import { formatTime } from '@sitedeck/sdk';
import type { PageKind } from './page-kind';
import { PointActions } from './PointActions';
import { PointFacts } from './PointFacts';

interface Props {
  readonly page: PageKind;
  readonly point: BackupPoint;
  readonly targets: readonly BackupTarget[];
  readonly isNewest: boolean;
}

/** One point: its time, content, test result, locations and actions. */
export function PointRow({ page, point, targets, isNewest }: Props) {
  const full = formatTime(point.createdAt);
  return (
    <li className={isNewest ? 'bk-point bk-point-newest' : 'bk-point'} data-point={point.id}>
      <time className="bk-point-time" dateTime={point.createdAt} title={full}>
        {full.slice(11, 16)}
      </time>
      <PointFacts page={page} point={point} targets={targets} />
      <PointActions page={page} point={point} />
    </li>
  );
}

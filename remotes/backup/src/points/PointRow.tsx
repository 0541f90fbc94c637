import { DownOutlined, EllipsisOutlined } from '@ant-design/icons';
import type { BackupPoint, BackupTarget } from '@sitedeck/contract';
import { formatTime } from '@sitedeck/sdk';
import { Button, Dropdown, useText } from '@sitedeck/ui/core';
import { useWhen } from '../frame/use-when';
import { holds, type PageKind } from './page-kind';
import { PointFacts } from './PointFacts';
import { pointsTexts } from './points-texts';
import { usePointMenu } from './use-point-menu';
import { useRestoreMenu } from './use-restore-menu';
import { usePointDrawers } from './use-point-drawers';

interface RowProps {
  readonly page: PageKind;
  readonly point: BackupPoint;
  readonly targets: readonly BackupTarget[];
  readonly isNewest: boolean;
}

/** One point: its time, content, test result, locations and actions. */
export function PointRow({ page, point, targets, isNewest }: RowProps) {
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

interface ActionsProps {
  readonly page: PageKind;
  readonly point: BackupPoint;
}

/** The restore menu (恢复), the browse button (浏览) and the other actions behind `…`. */
export function PointActions({ page, point }: ActionsProps) {
  const text = useText(pointsTexts);
  const when = useWhen()(point.createdAt);
  const drawers = usePointDrawers();
  const restore = useRestoreMenu(page, point);
  const more = usePointMenu(page, point);
  return (
    <div className="bk-point-acts">
      <Dropdown menu={{ items: restore }} trigger={['click']} placement="bottomRight">
        <Button size="small" aria-haspopup="menu" aria-label={text('restore.of', { when })}>
          {text('act.restore')} <DownOutlined aria-hidden />
        </Button>
      </Dropdown>
      {page === 'site' && holds(point.kind, 'site') && (
        <Button
          type="text"
          size="small"
          aria-label={text('browse.of', { when })}
          onClick={() => drawers.browse(point)}
        >
          {text('act.browse')}
        </Button>
      )}
      <Dropdown menu={{ items: more }} trigger={['click']} placement="bottomRight">
        <Button
          type="text"
          size="small"
          icon={<EllipsisOutlined />}
          aria-haspopup="menu"
          aria-label={text('more.of', { when })}
        />
      </Dropdown>
    </div>
  );
}

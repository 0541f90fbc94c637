import { DownOutlined, EllipsisOutlined } from '@ant-design/icons';
import type { BackupPoint } from '@sitedeck/contract';
import { Button, Dropdown, useBlocked, useDialog, useText } from '@sitedeck/ui/core';
import { lazy, Suspense } from 'react';
import { useMomentText } from '../frame/use-moment-text';
import type { RestoreRequest } from '../restore/RestoreDialog';
import { containsPart, type PageKind } from './page-kind';
import { pointsTexts } from './points-texts';
import { usePointDrawers } from './use-point-drawers';
import { usePointMenu } from './use-point-menu';

const RestoreDialog = lazy(() =>
  import('../restore/RestoreDialog').then((file) => ({ default: file.RestoreDialog })),
);

interface Props {
  readonly page: PageKind;
  readonly point: BackupPoint;
}

/** The restore menu (恢复), the browse button (浏览) and the other actions behind `…`. */
export function PointActions({ page, point }: Props) {
  const text = useText(pointsTexts);
  const when = useMomentText()(point.createdAt);
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
      {page === 'site' && containsPart(point.kind, 'site') && (
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

type Item = 'both' | 'site' | 'database' | 'table';

/** What can be restored from a point, the page's own part first. */
function itemsOf(page: PageKind, { kind }: BackupPoint): readonly Item[] {
  const own: readonly Item[] = page === 'site' ? ['site', 'database'] : ['database', 'site'];
  const parts = own.filter((part) => part !== 'table' && part !== 'both' && containsPart(kind, part));
  return [
    ...parts.slice(0, 1),
    ...(kind === 'both' ? (['both'] as const) : []),
    ...parts.slice(1),
    ...(containsPart(kind, 'database') ? (['table'] as const) : []),
  ];
}

const requestFor = (item: Item): RestoreRequest =>
  item === 'table' ? { is: 'table' } : { is: 'parts', parts: item };

/** Items of the restore menu (恢复). While a task locks the workspace, each says so. */
function useRestoreMenu(page: PageKind, point: BackupPoint) {
  const text = useText(pointsTexts);
  const show = useDialog();
  const drawers = usePointDrawers();
  const blocked = useBlocked();
  const reason = blocked(text('act.restore'));
  const entry = (key: string, label: string, onClick: () => void) => ({
    key,
    label: reason === undefined ? label : `${label} · ${reason}`,
    disabled: reason !== undefined,
    onClick,
  });
  const ask = (request: RestoreRequest) =>
    show((gone) => (
      <Suspense>
        <RestoreDialog point={point} request={request} onGone={gone} />
      </Suspense>
    ));
  return [
    ...itemsOf(page, point).map((item) => entry(item, text(`restore.${item}`), () => ask(requestFor(item)))),
    ...(page === 'site' && containsPart(point.kind, 'site')
      ? [entry('paths', text('restore.paths'), () => drawers.browse(point))]
      : []),
  ];
}

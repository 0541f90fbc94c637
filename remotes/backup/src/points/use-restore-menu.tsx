import type { BackupPoint } from '@sitedeck/contract';
import { useBlocked, useDialog, useText } from '@sitedeck/ui/core';
import { lazy, Suspense } from 'react';
import type { RestoreRequest } from '../restore/use-restore';
import { holds, type PageKind } from './page-kind';
import { pointsTexts } from './points-texts';
import { usePointDrawers } from './use-point-drawers';

const RestoreDialog = lazy(() =>
  import('../restore/RestoreDialog').then((file) => ({ default: file.RestoreDialog })),
);

type Item = 'both' | 'site' | 'database' | 'table';

/** What can be restored from a point, the page's own part first. */
function itemsOf(page: PageKind, { kind }: BackupPoint): readonly Item[] {
  const own: readonly Item[] = page === 'site' ? ['site', 'database'] : ['database', 'site'];
  const parts = own.filter((part) => part !== 'table' && part !== 'both' && holds(kind, part));
  return [
    ...parts.slice(0, 1),
    ...(kind === 'both' ? (['both'] as const) : []),
    ...parts.slice(1),
    ...(holds(kind, 'database') ? (['table'] as const) : []),
  ];
}

const requestFor = (item: Item): RestoreRequest =>
  item === 'table' ? { is: 'table' } : { is: 'parts', parts: item };

/** Items of the restore menu (恢复). While a task locks the workspace, each says so. */
export function useRestoreMenu(page: PageKind, point: BackupPoint) {
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
    ...(page === 'site' && holds(point.kind, 'site')
      ? [entry('paths', text('restore.paths'), () => drawers.browse(point))]
      : []),
  ];
}

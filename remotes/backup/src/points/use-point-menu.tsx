import { DOWNLOAD_FORMATS, type BackupPoint } from '@sitedeck/contract';
import { useDialog, useText } from '@sitedeck/ui/core';
import { backupApi } from '../backup.api';
import { useDownload } from '../browse/use-download';
import { NoteDialog } from './NoteDialog';
import { containsPart, type PageKind } from './page-kind';
import { pointsTexts } from './points-texts';
import { usePointDrawers } from './use-point-drawers';
import { useRemovePoint } from './use-remove-point';
import { useVerifyPoint } from './use-verify-point';

/** The icon colour of errors is too pale for text. */
const DANGER = { color: 'var(--sd-err-text)' };

/** Items of a point's `…` menu. */
export function usePointMenu(page: PageKind, point: BackupPoint) {
  const text = useText(pointsTexts);
  const show = useDialog();
  const drawers = usePointDrawers();
  const verify = useVerifyPoint();
  const download = useDownload();
  const remove = useRemovePoint();
  const [change] = backupApi.useNoteBackupMutation();
  const { id, kind, reason, kept } = point;
  const isSafety = reason === 'safety';
  const site = containsPart(kind, 'site');
  return [
    ...(page === 'site' && site
      ? [{ key: 'compare', label: text('act.compare'), onClick: () => drawers.compare(point) }]
      : []),
    ...DOWNLOAD_FORMATS.map((format) => ({
      key: format,
      label: text('act.download', { format }),
      onClick: () => void download({ point: id, format }),
    })),
    { key: 'verify', label: text('act.verify'), onClick: () => void verify(point) },
    {
      key: 'note',
      label: text('act.note'),
      onClick: () => show((gone) => <NoteDialog point={point} onGone={gone} />),
    },
    ...(isSafety
      ? []
      : [
          {
            key: 'keep',
            label: text(kept ? 'act.letGo' : 'act.keep'),
            onClick: () => void change({ body: { point: id, kept: !kept } }),
          },
        ]),
    { type: 'divider' as const },
    { key: 'delete', label: text('act.delete'), style: DANGER, onClick: () => void remove(point) },
  ];
}

import { kernel, type RemoteContext } from '@sitedeck/sdk';
import { useCopy, useText, type MenuProps } from '@sitedeck/ui/core';
import type { Clip } from '../acts/clipboard';
import { folderChanged } from '../files.api';
import { filesTexts } from '../i18n/files-texts';
import type { Folder } from '../listing/use-folder';

interface Parts {
  readonly folder: Folder;
  readonly clip: Clip | undefined;
  readonly pasteBlocked: string | undefined;
  readonly paste: () => void;
  readonly showHelp: () => void;
  readonly search: (recent: boolean) => void;
  readonly ctx: RemoteContext;
}

/** The task center with the kinds of tasks that come from here. */
const TASKS_OF_FILES = '/taskCenter?of=files';

const SORTS = ['name', 'size', 'mtime'] as const;

/** What can be done with the folder on show; sorting too, for cards and for the keyboard. */
export function useFolderMenu({
  folder,
  clip,
  pasteBlocked,
  paste,
  showHelp,
  search,
  ctx,
}: Parts): NonNullable<MenuProps['items']> {
  const text = useText(filesTexts);
  const copy = useCopy();
  const { path, sort } = folder.query;
  return [
    {
      key: 'refresh',
      label: text('path.refresh'),
      onClick: () => kernel().store.dispatch(folderChanged(path)),
    },
    { key: 'copyPath', label: text('path.copy'), onClick: () => void copy(path) },
    { key: 'search', label: text('search.here'), onClick: () => search(false) },
    { key: 'recent', label: text('search.recent'), onClick: () => search(true) },
    ...(clip
      ? [{ key: 'paste', label: text('act.paste'), disabled: pasteBlocked !== undefined, onClick: paste }]
      : []),
    { type: 'divider' },
    {
      type: 'group',
      label: text('path.sort'),
      children: SORTS.map((by) => ({
        key: by,
        label: text(`column.${by}`),
        className: by === sort ? 'fm-sorted' : '',
        onClick: () => folder.sortBy(by),
      })),
    },
    { type: 'divider' },
    // A portal's page has no task center.
    ...(ctx.surface
      ? []
      : [{ key: 'tasks', label: text('path.tasks'), onClick: () => ctx.nav.go(TASKS_OF_FILES) }]),
    { key: 'keys', label: text('path.keys'), onClick: showHelp },
  ];
}

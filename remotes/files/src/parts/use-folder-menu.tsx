import { StarFilled } from '@ant-design/icons';
import { kernel, type RemoteContext } from '@sitedeck/sdk';
import { useCopy, useText, type MenuProps } from '@sitedeck/ui/core';
import { visibleName } from '@sitedeck/ui/visible-name';
import type { ClipboardEntries } from '../acts/clipboard';
import { folderChanged } from '../files.api';
import { filesTexts } from '../i18n/files-texts';
import type { Folder } from '../listing/use-folder';
import type { Listing } from '../listing/use-listing';
import type { FolderSizes } from '../sizes/use-folder-sizes';
import { useFavourites } from '../listing/use-favourites';

interface Parts {
  readonly folder: Folder;
  readonly clip: ClipboardEntries | undefined;
  readonly pasteBlocked: string | undefined;
  readonly paste: () => void;
  readonly showHelp: () => void;
  readonly search: (recent: boolean) => void;
  /** Narrow page without a tree: the menu shows the favourites. */
  readonly card: boolean;
  readonly listing: Listing;
  readonly sizes: FolderSizes;
  readonly ctx: RemoteContext;
}

/** The task center with the kinds of tasks that come from here. */
const TASKS_OF_FILES = '/taskCenter?of=files';

const SORTS = ['name', 'size', 'mtime'] as const;

/** The menu of the open folder. Includes sorting, for cards and for the keyboard. */
export function useFolderMenu({
  folder,
  clip,
  pasteBlocked,
  paste,
  showHelp,
  search,
  card,
  listing,
  sizes,
  ctx,
}: Parts): NonNullable<MenuProps['items']> {
  const text = useText(filesTexts);
  const copy = useCopy();
  const { path, sort } = folder.query;
  const { paths: favourites = [] } = useFavourites();
  return [
    ...(card && favourites.length > 0
      ? [
          {
            type: 'group' as const,
            label: text('favourite.title'),
            children: favourites.map((one) => ({
              key: `favourite ${one}`,
              icon: <StarFilled className="fm-folder" aria-hidden />,
              label: visibleName(one),
              className: one === path ? 'fm-sorted' : '',
              onClick: () => folder.open(one),
            })),
          },
          { type: 'divider' as const },
        ]
      : []),
    {
      key: 'refresh',
      label: text('path.refresh'),
      onClick: () => kernel().store.dispatch(folderChanged(path)),
    },
    { key: 'copyPath', label: text('path.copy'), onClick: () => void copy(path) },
    { key: 'search', label: text('search.here'), onClick: () => search(false) },
    ...(listing.is === 'ready' && listing.rows.folders > 0
      ? [{ key: 'measure', label: text('act.measure'), onClick: () => sizes.measureAll(listing.rows) }]
      : []),
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

import type { FileEntry } from '@sitedeck/contract';
import { kernel } from '@sitedeck/sdk';
import { Button, EmptyState, FaultNotice, Skeleton, useText } from '@sitedeck/ui/core';
import { type ReactNode, type RefObject, useState } from 'react';
import { type ClipboardEntries, useClipboard } from '../acts/clipboard';
import { rowDrags } from '../acts/dragged';
import { fileActions, type FileAction, type RunAction } from '../acts/file-actions';
import type { BlockedActions } from '../acts/use-blocked-actions';
import { useRunAction } from '../acts/use-run-action';
import { folderChanged } from '../files.api';
import { filesTexts } from '../i18n/files-texts';
import { keyOf } from '../listing/rows';
import { clearSelection, moveTo, positionOf } from '../listing/selection';
import type { Folder } from '../listing/use-folder';
import { useListCommands } from '../listing/use-list-commands';
import type { Listing } from '../listing/use-listing';
import type { useSelection } from '../listing/use-selection';
import type { Span } from '../listing/visible-rows';
import { START_PATH } from '../paths';
import { sumSizes, useSizes } from '../sizes/folder-sizes';
import { FileGrid } from './FileGrid';
import { FileRow } from './FileRow';
import { ListBar } from './ListBar';
import type { OpenDialog } from './PageDialog';
import { type MenuPosition, RowMenu } from './RowMenu';
import { StatusLine } from './StatusLine';

interface Props {
  readonly folder: Folder;
  readonly listing: Listing;
  readonly selection: ReturnType<typeof useSelection>;
  readonly blocks: BlockedActions;
  readonly card: boolean;
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly empty: ReactNode;
  readonly openDialog: OpenDialog;
  readonly onSpan: (span: Span) => void;
  readonly paste: () => void;
  readonly undo: () => void;
  /** Called when entries of the list were dropped on a folder. */
  readonly onPlace: (clip: ClipboardEntries, folder: string) => void;
  readonly showHelp: () => void;
  readonly focusFilter: () => void;
  /** Opens the search below the open folder, or its recent changes. */
  readonly search: (recent: boolean) => void;
}

/** The list of a folder with its selection bar, menu, status line and empty state. */
export function FileList(props: Props) {
  const { folder, listing, blocks, card, grid, openDialog } = props;
  const [selection, change] = props.selection;
  const text = useText(filesTexts);
  const clip = useClipboard();
  const run = useRunAction({ folder, blocks, openDialog, removed: () => change(clearSelection) });
  const sizes = useSizes();
  const rows = listing.is === 'ready' ? listing.rows : undefined;
  const chosen = [...selection.chosen.values()];
  const cutNames = clip?.mode === 'cut' && clip.folder === folder.query.path ? clip.names : [];
  const cut = new Set(cutNames);
  const actsFor = (entries: readonly FileEntry[]) => fileActions(entries, { blocks, text });

  const { menu, openMenu } = useRowMenu(props.selection, { actsFor, run, grid });
  const dragsOf = (entry: FileEntry) =>
    rowDrags(entry, {
      folder: folder.query.path,
      together: selection.chosen.has(keyOf(entry)) ? chosen : [entry],
      onPlace: props.onPlace,
    });
  const commands = useListCommands({
    ...props,
    run,
    rows,
    selection,
    change,
    showMenu: (row, entry) => openMenu(row, entry, positionOfActiveRow(grid.current)),
  });

  return (
    <div className="fm-list">
      <ListBar
        entries={chosen}
        sum={sumSizes(chosen, sizes.of)}
        total={rows?.total ?? 0}
        card={card}
        acts={actsFor(chosen)}
        onAct={(act) => run(act, chosen)}
        onAll={commands.all}
        onClear={() => {
          change(clearSelection);
          grid.current?.focus();
        }}
        onRefresh={() => kernel().store.dispatch(folderChanged(folder.query.path))}
        onPaste={props.paste}
        onSearch={props.search}
        onMeasure={rows && rows.folders > 0 ? () => sizes.measureAll(rows) : undefined}
        pasteBlocked={clip ? blocks.inOpenFolder('act.paste') : text('lock.noClip')}
      />
      <FileGrid
        rows={rows}
        query={folder.query}
        stale={listing.is === 'ready' && listing.stale}
        card={card}
        selection={selection}
        grid={grid}
        onSpan={props.onSpan}
        onCommand={commands.command}
        onSort={folder.sortBy}
        renderRow={(row) => (
          <FileRow
            {...row}
            key={row.row}
            card={card}
            ownerUid={rows?.ownerUid}
            cut={row.entry !== undefined && cut.has(row.entry.name)}
            onOpen={(_row, entry) => run('open', [entry])}
            onPick={commands.pick}
            onToggle={commands.toggle}
            onMenu={openMenu}
            dragsOf={dragsOf}
          />
        )}
      />
      <Placeholder {...props} />
      <StatusLine rows={rows} />
      {menu}
    </div>
  );
}

interface MenuParts {
  readonly actsFor: (entries: readonly FileEntry[]) => readonly FileAction[];
  readonly run: RunAction;
  readonly grid: Props['grid'];
}

interface OpenMenu {
  readonly at: MenuPosition;
  readonly entries: readonly FileEntry[];
}

/** The menu of a row. It acts on the selection if the row is part of it. */
function useRowMenu([selection, change]: Props['selection'], { actsFor, run, grid }: MenuParts) {
  const [opened, setOpened] = useState<OpenMenu>();
  const openMenu = (row: number, entry: FileEntry, at: MenuPosition) => {
    const isChosen = selection.chosen.has(keyOf(entry));
    if (!isChosen) change((before) => moveTo(clearSelection(before), positionOf(row, entry)));
    setOpened({ at, entries: isChosen ? [...selection.chosen.values()] : [entry] });
  };
  const menu = opened && (
    <RowMenu
      at={opened.at}
      acts={actsFor(opened.entries)}
      onAct={(act) => run(act, opened.entries)}
      onClose={() => {
        setOpened(undefined);
        grid.current?.focus();
      }}
    />
  );
  return { menu, openMenu };
}

function positionOfActiveRow(grid: HTMLElement | null): MenuPosition {
  const row = grid?.querySelector('.fm-active') ?? grid;
  const box = row?.getBoundingClientRect();
  return box ? { x: box.left + 48, y: box.bottom } : { x: 0, y: 0 };
}

/** Shown instead of rows: loading, failed or empty. */
function Placeholder({ listing, folder, empty }: Pick<Props, 'listing' | 'folder' | 'empty'>) {
  const text = useText(filesTexts);
  const { filter, path } = folder.query;
  if (listing.is === 'loading') {
    return (
      <div className="fm-in-place">
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      </div>
    );
  }
  if (listing.is === 'failed') {
    return (
      <div className="fm-in-place">
        <FaultNotice
          what={text('fail.list')}
          fault={listing.fault}
          actions={
            <>
              <Button onClick={listing.retry}>{text('fail.retry')}</Button>
              {path !== START_PATH && (
                <Button onClick={() => folder.open(START_PATH)}>{text('fail.toStart')}</Button>
              )}
            </>
          }
        />
      </div>
    );
  }
  if (listing.rows.total > 0) return null;
  if (filter === '') return <div className="fm-in-place fm-middle">{empty}</div>;
  return (
    <div className="fm-in-place fm-middle">
      <EmptyState
        text={text('empty.match', { filter })}
        action={<Button onClick={() => folder.filterBy('')}>{text('empty.clearFilter')}</Button>}
      />
    </div>
  );
}

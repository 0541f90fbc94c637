import {
  CaretDownFilled,
  CaretRightFilled,
  FolderFilled,
  FolderOpenFilled,
  LockOutlined,
} from '@ant-design/icons';
import type { FileEntry } from '@sitedeck/contract';
import { useLocaleFormat, useText } from '@sitedeck/ui/core';
import { useState, type KeyboardEvent } from 'react';
import type { ClipboardEntries } from '../acts/clipboard';
import { dropHandlers } from '../acts/dragged';
import { filesApi } from '../files.api';
import { filesTexts } from '../i18n/files-texts';
import { isInside, joinPath, nameOf, START_PATH } from '../paths';
import { FavouriteList } from './Favourites';
import { FileName } from './FileName';

/** Folders shown below one folder; the list shows all. */
const FOLDERS_SHOWN = 500;
const INDENT = 16;

interface TreeProps {
  readonly path: string;
  readonly onOpen: (path: string) => void;
  /** Called when entries of the list were dropped on a folder. */
  readonly onPlace: (clip: ClipboardEntries, folder: string) => void;
}

/** The folder tree; a branch is read when it opens. One tab stop: up and down move, right and left open and close. */
export function FolderTree({ path, onOpen, onPlace }: TreeProps) {
  const text = useText(filesTexts);
  return (
    <div className="fm-tree">
      <FavouriteList path={path} onOpen={onOpen} />
      <div role="tree" tabIndex={-1} aria-label={text('tree.label')} onKeyDown={walk}>
        <Branches of="/" level={1} path={path} onOpen={onOpen} onPlace={onPlace} />
      </div>
    </div>
  );
}

interface BranchesProps extends TreeProps {
  readonly of: string;
  readonly level: number;
}

function Branches({ of, level, path, onOpen, onPlace }: BranchesProps) {
  const text = useText(filesTexts);
  const format = useLocaleFormat();
  const { data } = filesApi.useListFolderQuery({ body: { path: of, limit: FOLDERS_SHOWN } });
  if (!data) return null;
  const folders = servedFirst(
    of,
    data.entries.filter(({ type, unreadableName }) => type === 'folder' && !unreadableName),
  );
  const hidden = data.folders - folders.length;
  return (
    <>
      {folders.map(({ name }, index) => (
        <Branch
          key={name}
          of={joinPath(of, name)}
          level={level}
          path={path}
          // If the page shows the root itself, the first branch takes the tab stop.
          isEntry={path === '/' && of === '/' && index === 0}
          onOpen={onOpen}
          onPlace={onPlace}
        />
      ))}
      {hidden > 0 && (
        <span className="fm-tree-more" style={{ paddingInlineStart: level * INDENT }}>
          {text('tree.more', { n: format.number(hidden) })}
        </span>
      )}
    </>
  );
}

/** Puts the document root first; the others stay sorted by name. */
function servedFirst(of: string, folders: readonly FileEntry[]): readonly FileEntry[] {
  const isServed = ({ name }: FileEntry) => joinPath(of, name) === START_PATH;
  return [...folders.filter(isServed), ...folders.filter((entry) => !isServed(entry))];
}

function Branch({
  of,
  level,
  path,
  isEntry,
  onOpen,
  onPlace,
}: BranchesProps & { readonly isEntry: boolean }) {
  const isHere = of === path;
  const [toggled, setToggled] = useState<{ readonly at: string; readonly open: boolean }>();
  // The branch of the open folder opens by itself. A branch closed by hand stays closed until another folder opens.
  const open = toggled?.at === path || (toggled && !isInside(path, of)) ? toggled.open : isInside(path, of);
  // Its entries request this list when it opens; a closed branch only knows what was read before.
  const { data } = filesApi.endpoints.listFolder.useQueryState({ body: { path: of, limit: FOLDERS_SHOWN } });
  const isLeaf = data?.folders === 0;
  const setOpen = (next: boolean) => setToggled({ at: path, open: next });
  return (
    <div
      role="treeitem"
      tabIndex={isHere || isEntry ? 0 : -1}
      aria-level={level}
      aria-selected={isHere}
      aria-expanded={isLeaf ? undefined : open}
      className="fm-branch"
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return;
        if (event.key === 'Enter' || event.key === ' ') onOpen(of);
        else if (event.key === 'ArrowRight' && !open) setOpen(true);
        else if (event.key === 'ArrowLeft' && open && !isLeaf) setOpen(false);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <BranchRow
        of={of}
        level={level}
        state={{ isHere, isLeaf, open, readOnly: data?.writable === false }}
        onOpen={onOpen}
        onPlace={onPlace}
        onToggle={() => setOpen(!open)}
      />
      {open && (
        <div role="group">
          <Branches of={of} level={level + 1} path={path} onOpen={onOpen} onPlace={onPlace} />
        </div>
      )}
    </div>
  );
}

interface BranchRowProps extends Pick<TreeProps, 'onOpen' | 'onPlace'> {
  readonly of: string;
  readonly level: number;
  readonly state: {
    readonly isHere: boolean;
    readonly isLeaf: boolean;
    readonly open: boolean;
    readonly readOnly: boolean;
  };
  readonly onToggle: () => void;
}

function BranchRow({ of, level, state, onOpen, onPlace, onToggle }: BranchRowProps) {
  const { isHere, isLeaf, open, readOnly } = state;
  const Shape = open && !isLeaf ? FolderOpenFilled : FolderFilled;
  return (
    // Keys act on the tree item around it.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      className={`fm-branch-row ${isHere ? 'fm-branch-here' : ''}`}
      style={{ paddingInlineStart: 8 + (level - 1) * INDENT }}
      onClick={() => onOpen(of)}
      {...(!readOnly && dropHandlers(of, onPlace))}
    >
      <button
        type="button"
        tabIndex={-1}
        aria-hidden
        className={`fm-twig ${isLeaf ? 'fm-leaf' : ''}`}
        onClick={(event) => {
          event.stopPropagation();
          onToggle();
        }}
      >
        {open ? <CaretDownFilled /> : <CaretRightFilled />}
      </button>
      <Shape className="fm-icon fm-folder" aria-hidden />
      <FileName name={nameOf(of)} />
      {readOnly && <LockOutlined className="fm-tree-lock" aria-hidden />}
    </div>
  );
}

/** Moves the focus among the visible tree items in their order. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=treeitem]')];
  const at = items.findIndex((item) => item === event.target);
  if (at < 0) return;
  const target = targetOf(event.key, items, at);
  if (!target) return;
  event.preventDefault();
  target.focus();
}

function targetOf(key: string, items: readonly HTMLElement[], at: number): HTMLElement | null | undefined {
  switch (key) {
    case 'ArrowDown':
      return items[at + 1];
    case 'ArrowUp':
      return items[at - 1];
    case 'ArrowRight':
      return items[at]?.querySelector<HTMLElement>('[role=treeitem]');
    case 'ArrowLeft':
      return items[at]?.parentElement?.closest<HTMLElement>('[role=treeitem]');
    case 'Home':
      return items[0];
    case 'End':
      return items.at(-1);
    default:
      return undefined;
  }
}

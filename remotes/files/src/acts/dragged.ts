import type { FileEntry } from '@sitedeck/contract';
import type { DragEvent } from 'react';
import { joinPath } from '../paths';
import type { ClipboardEntries } from './clipboard';

/** Drag type of entries of the list; files from outside the page have the type `Files`. */
const KIND = 'application/x-sitedeck-entries';

type From = Omit<ClipboardEntries, 'mode'>;

/** The dragged entries: browsers reveal drag data only at the drop. */
let dragged: From | undefined;

export function startDrag(event: DragEvent, from: From): void {
  dragged = from;
  event.dataTransfer.setData(KIND, '');
  event.dataTransfer.effectAllowed = 'copyMove';
}

export function endDrag(): void {
  dragged = undefined;
}

const modeOf = ({ ctrlKey, metaKey }: DragEvent): ClipboardEntries['mode'] =>
  ctrlKey || metaKey ? 'copy' : 'cut';

/** The entries that `folder` would take: never a folder into itself, nor into its own parent. */
function clipFor(event: DragEvent, folder: string): ClipboardEntries | undefined {
  if (!dragged || !event.dataTransfer.types.includes(KIND)) return undefined;
  const intoItself = dragged.names.some((name) => {
    const path = `${dragged?.folder === '/' ? '' : (dragged?.folder ?? '')}/${name}`;
    return folder === path || folder.startsWith(`${path}/`);
  });
  return intoItself || dragged.folder === folder ? undefined : { ...dragged, mode: modeOf(event) };
}

/** Lets entries of the list be dropped on a folder: they move there, or with Ctrl are copied. */
export function dropHandlers(folder: string, drop: (clip: ClipboardEntries, folder: string) => void) {
  return {
    onDragOver(event: DragEvent<HTMLElement>) {
      const clip = clipFor(event, folder);
      if (!clip) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = clip.mode === 'copy' ? 'copy' : 'move';
      event.currentTarget.classList.add('fm-takes');
    },
    onDragLeave(event: DragEvent<HTMLElement>) {
      event.currentTarget.classList.remove('fm-takes');
    },
    onDrop(event: DragEvent<HTMLElement>) {
      event.currentTarget.classList.remove('fm-takes');
      const clip = clipFor(event, folder);
      if (!clip) return;
      event.preventDefault();
      endDrag();
      drop(clip, folder);
    },
  };
}

interface Drag {
  /** Folder of the list. */
  readonly folder: string;
  /** The entries that are dragged together. */
  readonly together: readonly FileEntry[];
  readonly onPlace: (clip: ClipboardEntries, folder: string) => void;
}

/** Makes a row draggable, and a folder's row a drop target. */
export function rowDrags(entry: FileEntry, { folder, together, onPlace }: Drag) {
  const names = together.map(({ name }) => name);
  return {
    onDragStart: (event: DragEvent) => startDrag(event, { folder, names }),
    onDragEnd: endDrag,
    ...(entry.type === 'folder' && dropHandlers(joinPath(folder, entry.name), onPlace)),
  };
}

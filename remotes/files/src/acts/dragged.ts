import type { FileEntry } from '@sitedeck/contract';
import type { DragEvent } from 'react';
import { joinPath } from '../paths';
import type { Clip } from './clipboard';

/** Entries on their way from the list to a folder; files from outside of the page travel as `Files`. */
const KIND = 'application/x-sitedeck-entries';

type From = Omit<Clip, 'mode'>;

/** A browser shows what is dragged only at the drop: until then this page remembers it. */
let dragged: From | undefined;

export function startDrag(event: DragEvent, from: From): void {
  dragged = from;
  event.dataTransfer.setData(KIND, '');
  event.dataTransfer.effectAllowed = 'copyMove';
}

export function endDrag(): void {
  dragged = undefined;
}

const modeOf = ({ ctrlKey, metaKey }: DragEvent): Clip['mode'] => (ctrlKey || metaKey ? 'copy' : 'cut');

/** What would be dropped into `folder`: never a folder into itself, nor anything where it is. */
function clipFor(event: DragEvent, folder: string): Clip | undefined {
  if (!dragged || !event.dataTransfer.types.includes(KIND)) return undefined;
  const intoItself = dragged.names.some((name) => {
    const path = `${dragged?.folder === '/' ? '' : (dragged?.folder ?? '')}/${name}`;
    return folder === path || folder.startsWith(`${path}/`);
  });
  return intoItself || dragged.folder === folder ? undefined : { ...dragged, mode: modeOf(event) };
}

/** Lets entries of the list be dropped on a folder: they move there, or with Ctrl are copied. */
export function dropHandlers(folder: string, drop: (clip: Clip, folder: string) => void) {
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
  /** What goes when the entry is dragged. */
  readonly together: readonly FileEntry[];
  readonly onPlace: (clip: Clip, folder: string) => void;
}

/** A row can be dragged away; a folder's row also takes what is dragged. */
export function rowDrags(entry: FileEntry, { folder, together, onPlace }: Drag) {
  const names = together.map(({ name }) => name);
  return {
    onDragStart: (event: DragEvent) => startDrag(event, { folder, names }),
    onDragEnd: endDrag,
    ...(entry.type === 'folder' && dropHandlers(joinPath(folder, entry.name), onPlace)),
  };
}

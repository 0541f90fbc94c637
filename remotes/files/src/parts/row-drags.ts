import type { FileEntry } from '@sitedeck/contract';
import type { DragEvent } from 'react';
import type { Clip } from '../acts/clipboard';
import { dropHandlers, endDrag, startDrag } from '../acts/dragged';
import { joinPath } from '../paths';

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

import { MEASURE_FOLDERS_MAX, measureFolders, type FileEntry, type MeasureEvent } from '@sitedeck/contract';
import { toFault } from '@sitedeck/sdk';
import { streamCall } from '@sitedeck/sdk/streams';
import { useFeedback } from '@sitedeck/ui/core';
import { useEffect, useRef, useState } from 'react';
import type { Rows } from '../listing/rows';
import { fetchEntries } from '../listing/use-listing';
import { joinPath } from '../paths';

export interface FolderSize {
  readonly bytes: number;
  readonly files: number;
  /** False while it is still being counted. */
  readonly isComplete: boolean;
}

interface MeasuredSize extends FolderSize {
  /** The folder's modification time when it was measured: a later one means changed content. */
  readonly mtime: number;
}

interface Counting {
  readonly done: number;
  readonly total: number;
}

export interface FolderSizes {
  /** Undefined if the folder was not measured or has changed since. */
  readonly of: (entry: FileEntry) => FolderSize | undefined;
  /** Progress while folders are being measured. */
  readonly counting: Counting | undefined;
  readonly measure: (entries: readonly FileEntry[]) => void;
  /** Measures all folders of a list, visible or not: folders come first in the list. */
  readonly measureAll: (rows: Rows) => void;
  /** Stops measuring, also on the server; known sizes stay. */
  readonly stop: () => void;
}

interface KnownSizes {
  readonly path: string;
  readonly sizes: ReadonlyMap<string, MeasuredSize>;
}

type Size = Extract<MeasureEvent, { is: 'size' }>;

/** Sizes of the folders in the open folder: measured on request, forgotten when another folder opens. */
export function useFolderSizes(path: string): FolderSizes {
  const { message } = useFeedback();
  const [known, setKnown] = useState<KnownSizes>({ path, sizes: new Map() });
  const [counting, setCounting] = useState<Counting>();
  const stops = useRef(new Set<AbortController>());
  const sizes = known.path === path ? known.sizes : undefined;

  useEffect(() => {
    const running = stops.current;
    return () => {
      for (const one of running) one.abort();
      running.clear();
      setCounting(undefined);
    };
  }, [path]);

  const take = (requested: ReadonlyMap<string, FileEntry>, measured: readonly Size[]) =>
    setKnown((before) => {
      const next = new Map(before.path === path ? before.sizes : []);
      for (const { path: at, bytes, files, complete: isComplete } of measured) {
        const entry = requested.get(at);
        if (entry) next.set(entry.name, { bytes, files, isComplete, mtime: entry.mtime });
      }
      return { path, sizes: next };
    });
  const more = (change: Partial<Record<keyof Counting, number>>) =>
    setCounting((before = { done: 0, total: 0 }) => ({
      done: before.done + (change.done ?? 0),
      total: before.total + (change.total ?? 0),
    }));

  const measure = async (entries: readonly FileEntry[]) => {
    const folders = entries.filter(({ type, unreadableName }) => type === 'folder' && !unreadableName);
    if (folders.length === 0) return;
    const byPath = new Map(folders.map((entry) => [joinPath(path, entry.name), entry]));
    const stop = new AbortController();
    stops.current.add(stop);
    more({ total: folders.length });
    try {
      await count([...byPath.keys()], stop.signal, (reported) => {
        take(byPath, reported);
        more({ done: reported.filter((size) => size.complete).length });
      });
    } catch (error) {
      if (!stop.signal.aborted) message.error(toFault(error).message);
    }
    stops.current.delete(stop);
    if (stops.current.size === 0) setCounting(undefined);
  };

  return {
    of: ({ name, mtime }) => {
      const size = sizes?.get(name);
      return size?.mtime === mtime ? size : undefined;
    },
    counting,
    measure: (entries) => void measure(entries),
    measureAll: ({ query, folders }) =>
      void fetchEntries(query, { from: 0, to: folders }).then(measure, (error: unknown) =>
        message.error(toFault(error).message),
      ),
    stop: () => {
      for (const one of stops.current) one.abort();
      setKnown((before) => ({
        ...before,
        sizes: new Map([...before.sizes].filter(([, { isComplete }]) => isComplete)),
      }));
    },
  };
}

/** Makes as many calls as needed, one after another. */
async function count(
  paths: readonly string[],
  signal: AbortSignal,
  tell: (sizes: readonly Size[]) => void,
): Promise<void> {
  for (let from = 0; from < paths.length; from += MEASURE_FOLDERS_MAX) {
    const body = { paths: paths.slice(from, from + MEASURE_FOLDERS_MAX) };
    for await (const events of streamCall(measureFolders, { body }, { signal, quiet: true }))
      tell(events.filter((event) => event.is === 'size'));
  }
}

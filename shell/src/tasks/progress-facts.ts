import { isOpen, type TaskKind } from '@sitedeck/contract';
import { shareDone } from '@sitedeck/ui/core';
import type { TaskView } from './task-view';

/** Progress fields that the page shows; each has its words. */
export type ProgressField =
  | 'copiedFiles'
  | 'copiedBytes'
  | 'processing'
  | 'uploaded'
  | 'failed'
  | 'uploading'
  | 'whichFile'
  | 'ratio'
  | 'size'
  | 'totalSize'
  | 'succeed'
  | 'filename'
  | 'processed'
  | 'total'
  | 'progress'
  | 'downloaded'
  | 'rate';

export interface ProgressFact {
  readonly field: ProgressField;
  readonly unit: 'count' | 'bytes' | 'rate' | 'share' | 'text';
  readonly value: number | string;
}

type Unit = ProgressFact['unit'];
type Entry = readonly [ProgressField, Unit, number | string | undefined];
type Of = (view: Pick<TaskView, 'progress' | 'status'>) => readonly Entry[];

const upload: Of = ({ progress, status }) => {
  const { files, filesTotal, filesFailed, bytes, bytesTotal, current } = progress;
  if (!isOpen(status))
    return [
      ['succeed', 'count', files],
      ['failed', 'count', filesFailed],
      ['size', 'bytes', bytes],
    ];
  const begun = (files ?? 0) + (filesFailed ?? 0) + 1;
  return [
    ['uploaded', 'count', files],
    ['failed', 'count', filesFailed],
    ['uploading', 'text', current],
    ['whichFile', 'count', filesTotal === undefined ? undefined : Math.min(begun, filesTotal)],
    ['ratio', 'share', shareDone(progress)],
    ['size', 'bytes', bytes],
    ['totalSize', 'bytes', bytesTotal],
  ];
};

const FIELDS: Partial<Readonly<Record<TaskKind, Of>>> = {
  SITE_MOVE: ({ progress: { files, bytes, current } }) => [
    ['copiedFiles', 'count', files],
    ['copiedBytes', 'bytes', bytes],
    ['processing', 'text', current],
  ],
  UPLOAD_FILE: upload,
  DECOMPRESS: ({ progress: { files, filesTotal, current } }) => [
    ['filename', 'text', current],
    ['processed', 'count', files],
    ['total', 'count', filesTotal],
  ],
  COMPRESS: ({ progress }) => [
    ['progress', 'share', shareDone(progress)],
    ['downloaded', 'bytes', progress.bytes],
    ['rate', 'rate', progress.rate],
  ],
};

/** The known progress fields of a task, by its kind; a kind without fields of its own only has its progress line. */
export function progressFacts(view: Pick<TaskView, 'kind' | 'progress' | 'status'>): readonly ProgressFact[] {
  const entries = FIELDS[view.kind]?.(view) ?? [];
  return entries.flatMap(([field, unit, value]) => (value === undefined ? [] : [{ field, unit, value }]));
}

import { isOpen, type TaskKind, type TaskProgressField } from '@sitedeck/contract';
import type { TaskView } from './task-view';

/** Progress fields that the page shows by name; each has its words. */
const UNITS = {
  copiedFiles: 'count',
  copiedBytes: 'bytes',
  processing: 'text',
  uploaded: 'count',
  failed: 'count',
  uploading: 'text',
  whichFile: 'count',
  ratio: 'share',
  size: 'bytes',
  totalSize: 'bytes',
  succeed: 'count',
  filename: 'text',
  processed: 'count',
  total: 'count',
  progress: 'share',
  downloaded: 'bytes',
  rate: 'rate',
} as const satisfies Partial<Record<TaskProgressField, string>>;

type ShownField = keyof typeof UNITS;

export interface ProgressFact {
  readonly field: ShownField;
  readonly unit: (typeof UNITS)[ShownField];
  readonly value: number | string;
}

const ENDED_UPLOAD: readonly ShownField[] = ['succeed', 'failed', 'size'];

const DOWNLOAD: readonly ShownField[] = ['progress', 'downloaded', 'rate'];

const FIELDS: Partial<Readonly<Record<TaskKind, readonly ShownField[]>>> = {
  SITE_MOVE: ['copiedFiles', 'copiedBytes', 'processing'],
  UPLOAD_FILE: ['uploaded', 'failed', 'uploading', 'whichFile', 'ratio', 'size', 'totalSize'],
  DECOMPRESS: ['filename', 'processed', 'total'],
  COMPRESS: DOWNLOAD,
  REMOTE_DOWNLOAD: DOWNLOAD,
};

const fieldsOf = ({ kind, status }: Pick<TaskView, 'kind' | 'status'>): readonly ShownField[] =>
  kind === 'UPLOAD_FILE' && !isOpen(status) ? ENDED_UPLOAD : (FIELDS[kind] ?? []);

/** The known progress fields of a task, by its kind; a kind without fields of its own only has its progress line. */
export function progressFacts(view: Pick<TaskView, 'kind' | 'progress' | 'status'>): readonly ProgressFact[] {
  return fieldsOf(view).flatMap((field) => {
    const value = view.progress[field];
    return value === undefined ? [] : [{ field, unit: UNITS[field], value }];
  });
}

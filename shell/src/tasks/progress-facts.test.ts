import type { TaskKind, TaskProgress, TaskStatus } from '@sitedeck/contract';
import { progressFacts } from './progress-facts';

const everything: TaskProgress = {
  copiedFiles: 3,
  copiedBytes: 2048,
  processing: '/a.php',
  uploaded: 2,
  failed: 1,
  uploading: 'd.png',
  whichFile: 4,
  ratio: 0.25,
  size: 25,
  totalSize: 100,
  succeed: 2,
  filename: 'x.txt',
  processed: 5,
  total: 9,
  progress: 0.5,
  downloaded: 50,
  rate: 10,
  rows: 7,
};

const fields = (kind: TaskKind, status: TaskStatus = 'RUNNING', progress = everything) =>
  progressFacts({ kind, progress, status }).map(({ field, unit }) => `${field}: ${unit}`);

it('shows the fields of each kind of task', () => {
  expect(fields('SITE_MOVE')).toEqual(['copiedFiles: count', 'copiedBytes: bytes', 'processing: text']);
  expect(fields('UPLOAD_FILE')).toEqual([
    'uploaded: count',
    'failed: count',
    'uploading: text',
    'whichFile: count',
    'ratio: share',
    'size: bytes',
    'totalSize: bytes',
  ]);
  expect(fields('DECOMPRESS')).toEqual(['filename: text', 'processed: count', 'total: count']);
  for (const kind of ['COMPRESS', 'REMOTE_DOWNLOAD'] as const)
    expect(fields(kind)).toEqual(['progress: share', 'downloaded: bytes', 'rate: rate']);
});

it('shows how many files of an ended upload succeeded and failed', () => {
  expect(fields('UPLOAD_FILE', 'RUNNING_FAIL')).toEqual(['succeed: count', 'failed: count', 'size: bytes']);
});

it('omits unknown values, and adds no fields for other kinds', () => {
  expect(fields('SITE_MOVE', 'RUNNING', {})).toEqual([]);
  expect(fields('WEB_BACKUP')).toEqual([]);
});

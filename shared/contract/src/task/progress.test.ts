import { countsOf, progressOf, shareDone, TaskProgress, type TaskCounts } from './progress';
import type { TaskKind, TaskStatus } from './kind';

/** Without the fields that are absent on the wire. */
const onTheWire = (kind: TaskKind, counts: TaskCounts, status: TaskStatus = 'RUNNING') =>
  JSON.parse(JSON.stringify(progressOf(kind, status, counts))) as unknown;

const counts: TaskCounts = {
  files: 2,
  filesTotal: 8,
  filesFailed: 1,
  bytes: 25,
  bytesTotal: 100,
  rate: 10,
  current: 'd.png',
};
const totals = { total: 8, totalSize: 100, failed: 1, rate: 10 };

it('names the progress of a site move', () => {
  expect(onTheWire('SITE_MOVE', counts)).toEqual({
    ...totals,
    copiedFiles: 2,
    copiedBytes: 25,
    processing: 'd.png',
  });
});

it('names the progress of an upload, and how many files succeeded once it ended', () => {
  const common = { ...totals, uploaded: 2, ratio: 0.25, size: 25 };
  expect(onTheWire('UPLOAD_FILE', counts)).toEqual({ ...common, uploading: 'd.png', whichFile: 4 });
  expect(onTheWire('UPLOAD_FILE', counts, 'RUNNING_FAIL')).toEqual({ ...common, succeed: 2 });
});

it('names the progress of a decompression', () => {
  expect(onTheWire('DECOMPRESS', { files: 5, filesTotal: 9, current: 'x.txt' })).toEqual({
    filename: 'x.txt',
    processed: 5,
    total: 9,
  });
});

it.each(['COMPRESS', 'REMOTE_DOWNLOAD'] as const)('names the progress of a download: %s', (kind) => {
  expect(onTheWire(kind, { bytes: 50, bytesTotal: 200, rate: 10 })).toEqual({
    progress: 0.25,
    downloaded: 50,
    rate: 10,
    totalSize: 200,
  });
});

it.each(['SITE_MOVE', 'UPLOAD_FILE', 'COMPRESS', 'DECOMPRESS', 'DB_IMPORT'] as const)(
  'reads the same counts from the progress of any kind: %s',
  (kind) => {
    const progress = TaskProgress.parse(progressOf(kind, 'RUNNING', { ...counts, rows: 3 }));
    expect(countsOf(progress)).toEqual({ ...counts, rows: 3 });
    expect(shareDone(progress)).toBe(0.25);
  },
);

it('leaves an unknown number absent', () => {
  expect(onTheWire('UPLOAD_FILE', {})).toEqual({});
  expect(shareDone({})).toBeUndefined();
});

it('shows at most 100 % progress', () => {
  expect(shareDone(progressOf('COMPRESS', 'RUNNING', { bytes: 12, bytesTotal: 10 }))).toBe(1);
});

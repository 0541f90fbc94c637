import type { TaskKind, TaskProgress, TaskStatus } from '@sitedeck/contract';
import { progressFacts } from './progress-facts';

const facts = (kind: TaskKind, progress: TaskProgress, status: TaskStatus = 'RUNNING') =>
  Object.fromEntries(progressFacts({ kind, progress, status }).map(({ field, value }) => [field, value]));

it('shows copiedFiles, copiedBytes and processing of a site move', () => {
  expect(facts('SITE_MOVE', { files: 3, bytes: 2048, current: '/a.php' })).toEqual({
    copiedFiles: 3,
    copiedBytes: 2048,
    processing: '/a.php',
  });
});

it('shows uploaded, failed, uploading, whichFile, ratio, size and totalSize of an upload', () => {
  const progress = { files: 2, filesTotal: 8, filesFailed: 1, bytes: 25, bytesTotal: 100, current: 'd.png' };
  expect(facts('UPLOAD_FILE', progress)).toEqual({
    uploaded: 2,
    failed: 1,
    uploading: 'd.png',
    whichFile: 4,
    ratio: 0.25,
    size: 25,
    totalSize: 100,
  });
  expect(facts('UPLOAD_FILE', progress, 'RUNNING_FAIL')).toEqual({ succeed: 2, failed: 1, size: 25 });
});

it('shows filename, processed and total of a decompression', () => {
  expect(facts('DECOMPRESS', { files: 5, filesTotal: 9, current: 'x.txt' })).toEqual({
    filename: 'x.txt',
    processed: 5,
    total: 9,
  });
});

it('shows progress, downloaded and rate of a download', () => {
  expect(facts('COMPRESS', { bytes: 50, bytesTotal: 200, rate: 10 })).toEqual({
    progress: 0.25,
    downloaded: 50,
    rate: 10,
  });
});

it('omits unknown values, and adds no fields for other kinds', () => {
  expect(facts('SITE_MOVE', {})).toEqual({});
  expect(facts('WEB_BACKUP', { files: 1, bytes: 1 })).toEqual({});
});

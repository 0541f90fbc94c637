import { extractedTo } from './extracted-to';

const found = { sample: ['a.txt', 'docs/', 'docs/b.txt'], takenSample: ['a.txt'], files: 2, folders: 1 };

it('shows the target and each top-level entry of an archive whose entries are all listed', () => {
  const paths = extractedTo('/wwwroot', { ...found, complete: true }, 'overwrite');
  expect(paths).toEqual(['/wwwroot', '/wwwroot/a.txt', '/wwwroot/docs']);
});

it('leaves out a name that was already taken', () => {
  const paths = extractedTo('/wwwroot', { ...found, complete: true }, 'both');
  expect(paths).toEqual(['/wwwroot', '/wwwroot/docs']);
});

it('shows only the folder that holds everything when the archive has more entries than listed', () => {
  const long = { ...found, files: 900, complete: true };
  expect(extractedTo('/wwwroot', long, 'overwrite')).toEqual(['/wwwroot']);
  expect(extractedTo('/wwwroot', { ...long, sample: ['blog/', 'blog/x'] }, 'overwrite')).toEqual([
    '/wwwroot',
    '/wwwroot/blog',
  ]);
});

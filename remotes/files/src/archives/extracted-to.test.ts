import { extractedTo } from './extracted-to';

const found = { sample: ['a.txt', 'docs/', 'docs/b.txt'], takenSample: ['a.txt'], files: 2, folders: 1 };

it('shows the target and each top-level entry of an archive that was named completely', () => {
  const paths = extractedTo('/wwwroot', { ...found, complete: true }, 'overwrite');
  expect(paths).toEqual(['/wwwroot', '/wwwroot/a.txt', '/wwwroot/docs']);
});

it('leaves out a taken name, which the archive does not get', () => {
  const paths = extractedTo('/wwwroot', { ...found, complete: true }, 'both');
  expect(paths).toEqual(['/wwwroot', '/wwwroot/docs']);
});

it('shows nothing of a longer archive but the folder that holds all of it', () => {
  const long = { ...found, files: 900, complete: true };
  expect(extractedTo('/wwwroot', long, 'overwrite')).toEqual(['/wwwroot']);
  expect(extractedTo('/wwwroot', { ...long, sample: ['blog/', 'blog/x'] }, 'overwrite')).toEqual([
    '/wwwroot',
    '/wwwroot/blog',
  ]);
});

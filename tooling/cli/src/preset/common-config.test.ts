import { tmpdir } from 'node:os';
import { commonConfig } from './common-config';

it('gives up on a script chunk that takes longer than 120 s', () => {
  const { output } = commonConfig({
    name: 'files',
    folder: tmpdir(),
    mode: 'production',
    cache: { directory: tmpdir(), version: '1' },
  });
  expect(output?.chunkLoadTimeout).toBe(120_000);
});

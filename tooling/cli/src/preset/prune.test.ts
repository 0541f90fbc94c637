import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prune } from './prune';

it('removes files of earlier builds and leaves the stamp of the start command', () => {
  const dist = mkdtempSync(join(tmpdir(), 'sitedeck-prune-'));
  try {
    mkdirSync(join(dist, 'assets'));
    for (const file of ['index.html', 'assets/new.js', 'assets/old.js', '.built-from']) {
      writeFileSync(join(dist, file), '');
    }
    prune(dist, new Set(['index.html', 'assets/new.js']));
    expect(readdirSync(dist, { recursive: true }).sort()).toEqual([
      '.built-from',
      'assets',
      'assets/new.js',
      'index.html',
    ]);
  } finally {
    rmSync(dist, { recursive: true });
  }
});

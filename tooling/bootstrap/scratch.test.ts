import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { canMount } from '../../server/testing/small-disk';
import { makeScratch, removeScratch } from './scratch.mjs';

const withMounts = canMount() ? it : it.skip;

describe('the temporary files of a run', () => {
  it('removes the folder with all its files', () => {
    const scratch = makeScratch();
    mkdirSync(join(scratch, 'data'));
    writeFileSync(join(scratch, 'data', 'log'), 'text');
    expect(removeScratch(scratch)).toBeUndefined();
    expect(existsSync(scratch)).toBe(false);
  });

  withMounts('unmounts what a stopped stage left mounted, also inside another mount', () => {
    const scratch = makeScratch();
    const outer = join(scratch, 'small disk');
    for (const folder of [outer, join(outer, 'inner')]) {
      mkdirSync(folder);
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
    }
    expect(removeScratch(scratch)).toBeUndefined();
    expect(existsSync(scratch)).toBe(false);
  });

  withMounts('keeps the files of a mounted folder that it can’t unmount', () => {
    const scratch = makeScratch();
    const [mount, otherFolder] = [join(scratch, 'mount'), makeScratch()];
    mkdirSync(mount);
    writeFileSync(join(otherFolder, 'kept'), 'text');
    execFileSync('mount', ['--bind', otherFolder, mount]);
    try {
      const script = `import('${new URL('scratch.mjs', pathToFileURL(__filename)).href}').then((it) => console.log(it.removeScratch('${scratch}')))`;
      const asOther = ['--reuid=65534', '--clear-groups', '--', process.execPath, '-e', script];
      const said = execFileSync('setpriv', asOther, { encoding: 'utf8' });
      expect(said).toContain(`${mount} is still mounted`);
      expect(existsSync(join(otherFolder, 'kept'))).toBe(true);
    } finally {
      expect(removeScratch(scratch)).toBeUndefined();
      removeScratch(otherFolder);
    }
  });

  it('reports what it can’t remove instead of throwing', () => {
    expect(removeScratch('/proc/self/fdinfo')).toMatch(/^temporary files are left in \/proc\/self\/fdinfo: /);
  });
});

import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isolationHere } from '#system/process/identity';
import { checkDataDirectory } from './data-directory';

describe('the data directory', () => {
  let scratch: string;
  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'sitedeck-data-'));
    await chmod(scratch, 0o755);
  });
  afterEach(() => rm(scratch, { recursive: true, force: true }));
  const check = (name: string) => checkDataDirectory(join(scratch, name), isolationHere());

  it('is created if it is missing, with its parents', async () => {
    await expect(check('a/b')).resolves.toBeUndefined();
  });

  it('is refused in one line if a file has its path', async () => {
    await writeFile(join(scratch, 'file'), '');
    await expect(check('file')).rejects.toThrow(/^SITEDECK_DATA: .*file is a file, not a folder$/);
    await expect(check('file/below')).rejects.toThrow(/^SITEDECK_DATA: .*a file stands in its way$/);
  });

  it('is refused if the kernel allows no file there', async () => {
    await expect(checkDataDirectory('/proc/sitedeck', isolationHere())).rejects.toThrow(
      /^SITEDECK_DATA: [^\n]+$/,
    );
  });

  it.each(['a:b', 'a"b', 'a$b', 'a\nb', 'a;b'])(
    'is refused if its path would break the configuration of engines: %j',
    async (name) => {
      await expect(check(name)).rejects.toThrow('character');
    },
  );

  (isolationHere().is === 'separate' ? it : it.skip)(
    'is refused below a folder that other users can’t pass',
    async () => {
      await mkdir(join(scratch, 'private'), { mode: 0o700 });
      await expect(check('private/data')).rejects.toThrow(/can't pass .*private/);
    },
  );
});

import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openSigningKey } from '../../server/src/system/site-image/signing-key';
import { sitedeckProgram } from '../cli/src/program';
import { appCommands } from './app-commands';
import { buildApp } from './build-app';
import { verifyCatalogue } from './catalogue';
import { buildFirstCatalogue } from './first-catalogue';
import type { DebianPackages } from './debian-packages';
import { readRecipe } from './recipe';

const WORDPRESS = join(__dirname, 'recipes/wordpress/recipe.json');

let folder: string;
const at = (path: string) => join(folder, path);
function put(path: string, content: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), content);
}
const recipe = (changes: Record<string, unknown> = {}) => ({
  ...(JSON.parse(readFileSync(WORDPRESS, 'utf8')) as Record<string, unknown>),
  source: { debian: ['notes'], folder: 'usr/share/notes', edits: { 'index.php': [['/etc/notes', 'conf']] } },
  ...changes,
});
const unpacked = () => ({ is: 'there', top: at('tree'), version: '2:1.5+dfsg1-3' }) as const;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sd-recipes-'));
  put('tree/usr/share/notes/index.php', '<?php require "/etc/notes/a.php";');
  put('tree/etc/notes/a.php', 'a');
  symlinkSync('/etc/notes', at('tree/usr/share/notes/conf'));
  put('recipe/recipe.json', JSON.stringify(recipe()));
  put('recipe/setup.php', '<?php');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function run(...words: string[]): Promise<string> {
  const said: string[] = [];
  const program = sitedeckProgram({
    findServer: () => Promise.reject(new Error('No server is needed')),
    say: (line) => void said.push(line),
    askPassword: () => Promise.reject(new Error('No password is needed')),
    cwd: folder,
    console: '/nonexistent',
    addCommands: appCommands,
  });
  await program.parseAsync(words, { from: 'user' });
  return said.join('\n');
}

async function build(): Promise<string> {
  mkdirSync(at('keys'), { recursive: true });
  mkdirSync(at('catalogue'), { recursive: true });
  const key = await openSigningKey(at('keys'));
  const read = await readRecipe(at('recipe'));
  await buildApp({ recipe: read, unpacked: unpacked(), into: at('catalogue'), key, now: new Date() });
  return key.publicKey;
}

describe('the app command', () => {
  it('signs and verifies what was built, with the content of links and without paths of the machine', async () => {
    const publicKey = await build();
    expect(await run('app', 'sign', 'catalogue', '--keys', 'keys')).toBe(
      `1 apps. Public key for IMAGE_KEYS: ${publicKey}`,
    );
    expect(await run('app', 'verify', 'catalogue', '--key', publicKey)).toMatch(/^1 apps, issued 2/);
    const { apps } = await verifyCatalogue(at('catalogue'), [publicKey]);
    expect(apps).toMatchObject([{ version: '1.5', files: 2 }]);
    expect(readdirSync(at('catalogue')).sort()).toEqual([
      'entries',
      'index.json',
      'index.json.sig',
      'wordpress-1.5.tar.zst',
    ]);
    expect(statSync(at('catalogue/wordpress-1.5.tar.zst')).mode & 0o777).toBe(0o644);
  });

  it.each([
    [
      'a folder without a recipe',
      () => rmSync(at('recipe'), { recursive: true }),
      /recipe\.json can't be read/,
    ],
    ['no JSON', () => put('recipe/recipe.json', '{'), /recipe\.json is not valid JSON/],
    [
      'a field that is wrong',
      () => put('recipe/recipe.json', JSON.stringify(recipe({ folder: '../up' }))),
      /recipe\.json does not describe an app:\n {2}folder: /,
    ],
    ['no setup program', () => rmSync(at('recipe/setup.php')), /setup\.php can't be read/],
    [
      'a setup program that is too large',
      () => put('recipe/setup.php', 'x'.repeat(70_000)),
      /larger than 64 KiB/,
    ],
  ])('refuses to build from %s', async (_what, spoil, words) => {
    spoil();
    await expect(run('app', 'build', 'recipe', '--to', 'catalogue', '--keys', 'keys')).rejects.toThrow(words);
  });

  it('names a Debian package that there is not, and leaves no catalogue', async () => {
    const packages = { debian: ['sitedeck-no-such-package'], folder: 'usr/share/notes' };
    put('recipe/recipe.json', JSON.stringify(recipe({ source: packages })));
    // Without archives, apt needs no network.
    put(
      'apt.conf',
      `Dir::Etc::sourcelist "/dev/null"; Dir::Etc::sourceparts "/dev/null"; Dir::State "${at('apt')}";`,
    );
    mkdirSync(at('apt/lists/partial'), { recursive: true });
    const before = process.env['APT_CONFIG'];
    process.env['APT_CONFIG'] = at('apt.conf');
    try {
      await expect(run('app', 'build', 'recipe', '--to', 'catalogue', '--keys', 'keys')).rejects.toThrow(
        /^The packages can't be had: E: Unable to locate package sitedeck-no-such-package$/,
      );
    } finally {
      if (before === undefined) delete process.env['APT_CONFIG'];
      else process.env['APT_CONFIG'] = before;
    }
    expect(readdirSync(folder)).not.toContain('catalogue');
  });

  it('refuses to sign a folder into which nothing was built', async () => {
    await expect(run('app', 'sign', 'none', '--keys', 'keys')).rejects.toThrow(/No app was built/);
  });

  it('refuses a catalogue of another key, a damaged package and a word that is no key', async () => {
    const publicKey = await build();
    await run('app', 'sign', 'catalogue', '--keys', 'keys');
    mkdirSync(at('other'));
    const other = await openSigningKey(at('other'));
    const verify = (key: string) => run('app', 'verify', 'catalogue', '--key', key);
    await expect(verify(other.publicKey)).rejects.toThrow(/not signed with a trusted key/);
    await expect(verify('secret')).rejects.toThrow('This is not a public key: secret');
    const file = at('catalogue/wordpress-1.5.tar.zst');
    const bytes = readFileSync(file);
    bytes[bytes.length - 2000] = (bytes[bytes.length - 2000] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    await expect(verify(publicKey)).rejects.toThrow(/damaged/);
  });

  it('refuses an edit of a text that is not in the file', async () => {
    put('tree/usr/share/notes/index.php', '<?php');
    await expect(build()).rejects.toThrow('index.php of the app does not contain: /etc/notes');
  });
});

describe('the catalogue of a new installation', () => {
  const said: string[] = [];
  let asked: number;
  beforeEach(() => {
    said.length = 0;
    asked = 0;
    put('second/recipe.json', JSON.stringify(recipe({ app: 'second' })));
    put('second/setup.php', '<?php');
    mkdirSync(at('keys'));
  });
  let version: string | undefined;
  beforeEach(() => {
    version = undefined;
  });
  const fill = (from: () => DebianPackages = unpacked) =>
    buildFirstCatalogue({
      ...{ recipes: [at('recipe'), at('second')], into: at('catalogue'), secrets: at('keys') },
      offered: () => version,
      unpack: () => {
        asked += 1;
        return from();
      },
      say: (line) => void said.push(line),
    });
  const apps = async () => {
    const { publicKey } = await openSigningKey(at('keys'));
    return (await verifyCatalogue(at('catalogue'), [publicKey])).apps.map(({ app }) => app);
  };

  it('has all apps, and a second start asks for no package', async () => {
    await fill();
    expect(await apps()).toEqual(['second', 'wordpress']);
    const before = readFileSync(at('catalogue/index.json'), 'utf8');
    await fill();
    expect([asked, readFileSync(at('catalogue/index.json'), 'utf8')]).toEqual([2, before]);
  });

  it('is renewed when a recipe or a Debian package is another one, and keeps the rest as it is', async () => {
    await fill();
    put('recipe/setup.php', '<?php // now safe');
    await fill();
    expect(asked).toBe(3);
    version = '2:1.6+dfsg1-1';
    await fill(() => ({ ...unpacked(), version: '2:1.6+dfsg1-1' }));
    expect(asked).toBe(5);
    const { publicKey } = await openSigningKey(at('keys'));
    const { apps: renewed } = await verifyCatalogue(at('catalogue'), [publicKey]);
    expect(renewed.map((app) => app.version)).toEqual(['1.6', '1.6']);
    await fill();
    expect(asked).toBe(5);
    expect(readdirSync(at('catalogue')).filter((name) => name.endsWith('.zst'))).toEqual([
      'second-1.6.tar.zst',
      'wordpress-1.6.tar.zst',
    ]);
  });

  it('stays as it is, and says so, if the newer packages can’t be had', async () => {
    await fill();
    version = '2:1.6-1';
    await fill(() => ({ is: 'missing', why: 'Could not resolve host' }));
    expect(said.at(-1)).toBe('WordPress was not renewed in the app catalogue: Could not resolve host');
    expect(await apps()).toEqual(['second', 'wordpress']);
    const before = readFileSync(at('catalogue/index.json'), 'utf8');
    await fill(unpacked);
    expect(readFileSync(at('catalogue/index.json'), 'utf8')).toBe(before);
  });

  it('says in one line that packages can’t be had, and leaves no catalogue', async () => {
    await fill(() => ({ is: 'missing', why: 'Could not resolve host' }));
    expect(said).toEqual(['WordPress is not in the app catalogue: Could not resolve host']);
    expect(readdirSync(folder)).not.toContain('catalogue');
  });

  it('goes on after it was ended while it built the second app', async () => {
    await fill(() => (asked > 1 ? { is: 'missing', why: 'ended' } : unpacked()));
    put('catalogue/.building-second/app/left.php', 'left');
    put('catalogue/second-1.5.tar.zst', 'incomplete');
    expect(await apps()).toEqual(['wordpress']);
    await fill();
    expect(await apps()).toEqual(['second', 'wordpress']);
    expect(readdirSync(at('catalogue')).some((name) => name.startsWith('.building'))).toBe(false);
  });
});

import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { IndexedApp } from '#system/apps/catalogue-index';
import { issueIndex } from '#system/apps/issue-index';
import { sha256Of, writePackage } from '#system/apps/write-package';
import type { SigningKey } from '#system/site-image/signing-key';
import { craftImage, craftPart, craftTar, type CraftedEntry, type CraftedImage } from './crafted-image';

/** Creates a table and a configuration file, or brings the table to the new version. With the title `waits` it never ends. */
const SETUP = `<?php
$wanted = json_decode(stream_get_contents(STDIN), true);
$database = $wanted['database'];
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
try {
  $sql = new mysqli($database['host'], $database['user'], $database['password'], $database['name']);
  $table = $database['prefix'] . 'notes';
  if ($wanted['act'] === 'update') {
    $sql->query("ALTER TABLE $table ADD COLUMN IF NOT EXISTS seen INT");
    if (is_file('breaks')) throw new Exception('this version breaks');
    exit(0);
  }
  $sql->query("CREATE TABLE $table (note TEXT)");
  while ($wanted['title'] === 'waits') usleep(1000);
  if ($wanted['title'] === 'breaks') throw new Exception('the title breaks it');
  $sql->query("INSERT INTO $table VALUES ('" . $sql->real_escape_string($wanted['title']) . "')");
  file_put_contents('config.php', '<?php return ' . var_export($wanted, true) . ';');
} catch (Throwable $error) {
  fwrite(STDERR, $error->getMessage());
  exit(1);
}
`;

export interface TestAppVersion {
  readonly version: string;
  readonly files: Readonly<Record<string, string>>;
  readonly changes?: Partial<IndexedApp>;
  readonly setup?: string;
}

const entryOf = (version: string): Omit<IndexedApp, 'package'> => ({
  ...{ app: 'notes', version, category: 'blog', license: 'MIT', folder: 'notes', prefix: 'notes_' },
  ...{
    name: { 'zh-CN': '笔记', 'en-US': 'Notes' },
    summary: { 'zh-CN': '记笔记', 'en-US': 'Takes notes' },
  },
  requires: { php: '7.4', extensions: ['mysqli'], database: true },
  ...{ asks: ['title', 'admin'], signIn: '/admin.php', installer: [], writable: ['.'] },
  ...{ files: 1, bytes: 1 },
});

/** A package of any content, correctly signed by its key. */
export interface CraftedApp extends Partial<Pick<CraftedImage, 'manifest' | 'key'>> {
  /** The files in it; a folder `app` is added. */
  readonly entries?: readonly CraftedEntry[];
  /** What it says of the app, instead of a correct description. */
  readonly description?: string;
  /** Changes the file that was written, which the index describes as it was before. */
  readonly spoil?: (file: string) => void;
}

/** Writes a crafted package into a catalogue's folder. */
export async function craftTestApp(
  folder: string,
  key: SigningKey,
  { entries = [], spoil, manifest = (same) => same, ...crafted }: CraftedApp,
): Promise<IndexedApp> {
  const names = entries
    .filter(({ type = '0' }) => type === '0')
    .map(({ name }) => name.replace(/^app\//, ''));
  const files = Object.fromEntries(names.map((name) => [name, 'a'.repeat(64)]));
  const described = { app: 'notes', version: '6.6', settings: {}, setup: '<?php', files };
  const file = join(folder, 'notes-6.6.tar.zst');
  craftImage(file, {
    key: crafted.key ?? key,
    parts: [
      craftPart('configuration', crafted.description ?? JSON.stringify(described)),
      craftPart('files', craftTar([{ name: 'app/', type: '5', mode: 0o755 }, ...entries])),
    ],
    manifest: (said) => manifest({ ...said, kind: 'app' }),
  });
  const [bytes, sha256] = [(await stat(file)).size, await sha256Of(file)];
  spoil?.(file);
  return { ...entryOf('6.6'), package: { file: 'notes-6.6.tar.zst', bytes, sha256 } };
}

/** Builds the package of a small app with a database into a catalogue's folder. */
export async function buildTestApp(
  folder: string,
  key: SigningKey,
  { version, files, changes = {}, setup = SETUP }: TestAppVersion,
): Promise<IndexedApp> {
  const root = await mkdtemp(join(tmpdir(), 'sd-app-'));
  try {
    for (const [path, content] of Object.entries(files)) {
      const file = join(root, 'app', path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
    const written = await writePackage({
      ...{ app: 'notes', version, root, into: folder, key, setup },
      settings: {
        indexPath: 'index.php',
        rewriteCode: 'rewrite ^{path}/(\\d+)$ {path}/index.php?note=$1 last;',
      },
      ...{ now: new Date('2026-11-29T00:00:00Z'), signal: new AbortController().signal },
    });
    return { ...entryOf(version), ...written, ...changes };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** Issues a catalogue with one version of the app. */
export async function issueTestCatalogue(
  folder: string,
  key: SigningKey,
  { app, serial = 1 }: { readonly app: IndexedApp; readonly serial?: number },
): Promise<void> {
  await issueIndex({ folder, apps: [app], serial, key, now: new Date('2026-11-29T00:00:00Z') });
}

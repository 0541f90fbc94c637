import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { makeFileHosts, type FileHosts, type TestHost } from '#testing/file-hosts';
import { hostIdentity, isolationHere } from '#system/process/identity';

const PASSWORD = 'hunter2';
const NEW_PASSWORD = 'correct-horse';
const FOLDER = 'customer-acme';
const NEVER = { signal: new AbortController().signal, progress: () => undefined };

let hosts: FileHosts;
let host: TestHost;

beforeAll(async () => {
  hosts = await makeFileHosts();
  host = await hosts.host('argv');
  const folder = join(host.root, 'wwwroot', FOLDER);
  const inner = Array.from({ length: 200 }, (_, index) => join(folder, `d${index}`));
  await mkdir(folder);
  await Promise.all(inner.map((path) => mkdir(path)));
  await writeFile(join(folder, 'config.php'), 'password = hunter2;\n'.repeat(100_000));
  for (const path of inner) await writeFile(join(path, 'a.txt'), `password = ${PASSWORD};\n`);
  execFileSync('chown', ['-R', String(host.target.uid), join(host.root, 'wwwroot')]);
});
afterAll(() => hosts.close());

const uid = () => hostIdentity(isolationHere(), host.target.uid).uid;

/** Arguments of the host's running programs, as any tenant of the machine can read them. */
function argumentsNow(): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      if (Number(/^Uid:\s+(\d+)/m.exec(status)?.[1]) !== uid()) return [];
      return [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')];
    } catch {
      // The program ended meanwhile.
      return [];
    }
  });
}

/** Repeats the work until a program with that argument was seen; returns all arguments seen so far. */
async function argumentsDuring(program: string, work: () => Promise<unknown>): Promise<string> {
  const seen = new Set<string>();
  while (![...seen].some((line) => line.includes(program))) {
    let isRunning = true;
    const done = work().finally(() => (isRunning = false));
    while (isRunning) {
      for (const line of argumentsNow()) seen.add(line);
      await nextTurn();
    }
    await done;
  }
  return [...seen].join('\n');
}

const query = { text: `pass.*(${PASSWORD})`, regex: true };
const search = () => {
  const body = { path: '/wwwroot', ...query };
  return hosts.parent.handlers.stream({ ...host.target, stream: 'searchFiles', body }, NEVER);
};

describe('the arguments of programs that work on files', () => {
  it('hides the pattern of a search and the names of the files', async () => {
    const all = await argumentsDuring('--files-with-matches', search);
    expect(all).not.toContain(PASSWORD);
    expect(all).not.toContain(FOLDER);
  });

  it('hides pattern and replacement while files are changed', async () => {
    const paths = [`/wwwroot/${FOLDER}/config.php`];
    const body = { paths, ...query, replacement: `${NEW_PASSWORD} $1` };
    const all = await argumentsDuring('--passthru', () => hosts.request(host, 'previewReplace', body));
    expect(all).not.toContain(PASSWORD);
    expect(all).not.toContain(NEW_PASSWORD);
  });

  it('hides the names of folders that are measured', async () => {
    const body = { paths: [`/wwwroot/${FOLDER}`] };
    const measure = () =>
      hosts.parent.handlers.stream({ ...host.target, stream: 'measureFolders', body }, NEVER);
    const all = await argumentsDuring('-printf', measure);
    expect(all).not.toContain('d1 ');
    expect(all).not.toContain(FOLDER);
  });
});

it('finds matches of a regular expression in files whose names contain line breaks', async () => {
  const names = ['line\nbreak.txt', 'space at the end ', '#first.txt', '-dash.txt'];
  for (const name of names) {
    await writeFile(join(host.root, 'data', name), 'unusual-name\n');
  }
  const found: string[] = [];
  const progress = ({ events }: { events: unknown[] }) => void found.push(JSON.stringify(events));
  const body = { path: '/data', text: 'unusual.name', regex: true };
  await hosts.parent.handlers.stream({ ...host.target, stream: 'searchFiles', body }, { ...NEVER, progress });
  for (const name of names) expect(found.join('')).toContain(JSON.stringify(`/data/${name}`));
});

it('refuses a line break in a regular expression, and accepts white space at its end', async () => {
  const paths = [`/wwwroot/${FOLDER}/d1/a.txt`];
  const preview = (text: string) =>
    hosts.request(host, 'previewReplace', { paths, text, regex: true, replacement: '$$1 ${1}$1' });
  expect(await preview('password\nhunter2')).toBe('bad-pattern');
  expect(await preview('(password) ')).toMatchObject({
    files: [{ changes: 1, lines: [{ after: `$1 \${1}password= ${PASSWORD};` }] }],
  });
});

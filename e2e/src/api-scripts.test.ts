import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeOwner } from './portal';
import type { Product } from './product';
import { sendSlice } from './send-slice';
import { sharedProduct } from './shared-product';

const run = promisify(execFile);
const PAGE = join(import.meta.dirname, '../../docs/api.md');
const HOST = 'slices';
const SLICE = 4 * 1024 * 1024;

describe('the upload script of docs/api.md', () => {
  let product: Product;
  let owner: Awaited<ReturnType<typeof makeOwner>>;
  let folder: string;
  let script: string;

  beforeAll(async () => {
    product = sharedProduct();
    owner = await makeOwner(product, HOST);
    folder = await mkdtemp(join(tmpdir(), 'sitedeck-slices-'));
    const page = await readFile(PAGE, 'utf8');
    const blocks = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, text]) => text ?? '');
    const at = blocks.findIndex((text) => text.startsWith('// upload.mjs'));
    script = join(folder, 'upload.mjs');
    await writeFile(script, [blocks[0], blocks[at], blocks[at + 1]].join('\n'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const onDisk = (name: string) => readFile(join(product.data, 'hosts', owner.hostCode, 'wwwroot', name));

  async function upload(name: string, content: Buffer, ...earlier: string[]) {
    const file = join(folder, name);
    await writeFile(file, content);
    const args = [script, product.origin, HOST, `password of ${HOST}`, file, '/wwwroot', ...earlier];
    const { stdout } = await run(process.execPath, args);
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as unknown;
  }

  it('sends a file of several slices and follows its task to the end', async () => {
    const content = randomBytes(2 * SLICE + 5);
    expect(await upload('film.bin', content)).toEqual({ status: 'RUNNING_SUCCESS' });
    expect((await onDisk('film.bin')).equals(content)).toBe(true);
  });

  it('sends an empty file', async () => {
    expect(await upload('empty.txt', Buffer.alloc(0))).toEqual({ status: 'RUNNING_SUCCESS' });
    expect(await onDisk('empty.txt')).toHaveLength(0);
  });

  it('resumes an upload of which one slice has arrived', async () => {
    const content = randomBytes(2 * SLICE);
    const body = { path: '/wwwroot', files: 1, bytes: content.length };
    const { res } = await owner.client.call('POST /fs/upload/begin', body);
    const [id, task] = [String(res['id']), String(res['taskId'])];
    // Differs from the start of the file: a script that sent the first slice again would replace these bytes.
    const bytes = Buffer.alloc(SLICE, 'first');
    const slice = { folder: '/wwwroot', name: 'resumed.bin', bytes, from: 0, total: content.length, id };
    expect(await sendSlice(product, owner.client, slice)).toMatchObject({ code: '200' });
    expect(await upload('resumed.bin', content, id, task)).toEqual({ status: 'RUNNING_SUCCESS' });
    const expected = Buffer.concat([bytes, content.subarray(SLICE)]);
    expect((await onDisk('resumed.bin')).equals(expected)).toBe(true);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathExists } from '#system/disk/exists';
import { bundleProgram } from '#testing/bundle-program';
import { cacheRule, serveEdge, type EdgeSite } from '#testing/edge-site';
import type { TestNode } from '#testing/node-engines';
import { BrokenSlices } from './broken-slices';

const MIB = 1024 * 1024;

/** Waits until a file `goes-on` exists. */
const SLOW_PAGE = `<?php
file_put_contents(dirname(__DIR__) . '/tmp/waits', '');
for (; !is_file(__DIR__ . '/goes-on'); clearstatcache()) usleep(20000);
echo uniqid('', true);`;

/** Sends any range of 10 MiB of one letter; the file next to it names letter and ETag. */
const RANGES = `<?php
[$letter, $etag] = explode(' ', file_get_contents(__DIR__ . '/version.txt'));
if ($letter === 'down') { http_response_code(503); exit; }
if ($etag !== '-') header('ETag: ' . $etag);
$size = 10 * 1024 * 1024;
preg_match('/bytes=(\\d+)-(\\d*)/', $_SERVER['HTTP_RANGE'] ?? '', $range);
[$from, $to] = [(int) $range[1], min((int) $range[2], $size - 1)];
http_response_code(206);
header("Content-Range: bytes $from-$to/$size");
header('Content-Type: application/zip');
echo str_repeat($letter, $to - $from + 1);`;

describe('the edge cache of a site', () => {
  let node: TestNode;
  let site: EdgeSite;
  let slices: BrokenSlices;
  let now = Date.now();

  beforeAll(async () => {
    const rules = [
      cacheRule(1, { is: 'path', path: '/films/*' }),
      cacheRule(2, { is: 'path', path: '/slow.php' }),
    ];
    const rewrite = { id: null, name: 'x', content: 'rewrite ^/films/y.zip$ /films/x.php last;' };
    const served = await serveEdge(rules, ['vhcache'], { site: { rewrite } });
    node = served.node;
    const [only] = served.sites;
    if (!only) throw new Error('no site');
    site = only;
    slices = new BrokenSlices({
      folder: node.places.edge,
      edge: node.hosts.edge,
      logFolder: (code) => join(node.root(code), 'logs'),
      now: () => now,
    });
    await slices.mend();
  });
  afterAll(() => node.close());
  beforeEach(async () => {
    now += 60_000;
    await node.hosts.edge.purgeAll(site.site.hostCode);
  });

  const film = (letter: string, mebibytes = 10) => Buffer.alloc(mebibytes * MIB, letter);
  const END = { range: `bytes=${9 * MIB}-` };

  it.each([
    ['has changed', film('b')],
    ['has become shorter', film('b', 5)],
    ['has become longer', film('b', 14)],
  ])('delivers a file that %s while some of its slices are cached', async (_, changed) => {
    await site.put('films/a b.mp4', film('a'));
    // nginx's ETag is the size and the second of the last change.
    await utimes(join(node.root('vhcache'), 'wwwroot/films/a b.mp4'), 1, 1);
    await site.put('films/other.mp4', film('o'));
    const path = '/films/a%20b.mp4?v=1';
    for (const asked of [path, '/films/other.mp4']) await site.ask(asked, { range: 'bytes=0-3' });
    await site.put('films/a b.mp4', changed);
    const first = await site.ask(path);
    expect(first.isComplete).toBe(false);
    while ((await slices.mend()).length === 0) await sleep(20);
    const next = await site.ask(path);
    expect([next.isComplete, next.body.equals(changed)]).toEqual([true, true]);
    expect((await site.ask('/films/other.mp4', { range: 'bytes=0-3' })).headers['x-cache']).toBe('HIT');
  });

  it('reports a file that was removed while some of its slices are cached', async () => {
    await site.put('films/gone.mp4', film('a'));
    await site.ask('/films/gone.mp4', { range: 'bytes=0-3' });
    await rm(join(node.root('vhcache'), 'wwwroot', 'films/gone.mp4'));
    expect((await site.ask('/films/gone.mp4')).isComplete).toBe(false);
    while ((await slices.mend()).length === 0) await sleep(20);
    expect((await site.ask('/films/gone.mp4')).status).toBe(404);
  });

  /** Caches a slice of a program's reply, then the program fails. */
  const takeDown = async () => {
    await site.put('films/version.txt', 'a "1"');
    await site.put('films/x.php', RANGES);
    await site.ask('/films/y.zip', { range: 'bytes=0-3' });
    await site.put('films/version.txt', 'down -');
  };

  it('keeps the slices of a file while its site is down', async () => {
    await takeDown();
    expect((await site.ask('/films/y.zip')).isComplete).toBe(false);
    expect(await slices.mend()).toEqual([]);
  });

  it.each([['-'], ['W/"1"']])('joins no slices of different versions with the ETag %s', async (etag) => {
    await site.put('films/version.txt', `a ${etag}`);
    await site.put('films/x.php', RANGES);
    const path = '/films/y.zip';
    expect((await site.ask(path, END)).body.toString('latin1', 0, 3)).toBe('aaa');
    await site.put('films/version.txt', `b ${etag}`);
    expect((await site.ask(path)).body.equals(film('b'))).toBe(true);
  });

  it('takes no path from a line that a visitor wrote', async () => {
    await site.put('films/safe.mp4', film('a'));
    await site.ask('/films/safe.mp4');
    await takeDown();
    const request = ', request: "GET /films/safe.mp4 HTTP/1.1"';
    const referer = `2026/11/28 12:00:00 [error] 1#1: *1 etag mismatch in slice response while${request}`;
    expect((await site.ask('/films/y.zip', { referer })).isComplete).toBe(false);
    expect(await slices.mend()).toEqual([]);
    await site.put('films/version.txt', 'b "2"');
    expect((await site.ask('/films/y.zip', { referer })).isComplete).toBe(false);
    expect(await slices.mend()).toEqual(['vhcache']);
    expect((await site.ask('/films/safe.mp4')).headers['x-cache']).toBe('HIT');
  });

  it('completes the purge of a killed process', async () => {
    await site.put('slow.php', SLOW_PAGE);
    const slow = site.ask('/slow.php');
    while (!(await pathExists(join(node.root('vhcache'), 'tmp/waits')))) await sleep(20);
    const program = await bundleProgram('testing/purge-process.ts', node.places.data);
    const worker = spawn(process.execPath, [program, node.places.edge, 'vhcache']);
    await once(worker.stdout, 'data');
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    await site.put('goes-on', '');
    const old = (await slow).body.toString();
    expect((await site.ask('/slow.php')).body.toString()).toBe(old);
    await node.hosts.edge.resume();
    const purged = await site.ask('/slow.php');
    expect([purged.headers['x-cache'], purged.body.toString() === old]).toEqual(['MISS', false]);
    expect(await readdir(node.places.edge)).toContain('vhcache.purges');
  });
});

import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HostCode, SitePath } from '@sitedeck/contract';
import { makeFileHosts, type FileHosts, type TestHost } from '#testing/file-hosts';
import { fileChildPid } from '#testing/find-file-child';
import { connectRpc } from '#system/rpc/rpc-client';
import { runFileVerb } from '#files/link/file-client';
import { fileProtocol, type FileVerb } from '#files/link/protocol';

const NEVER = { signal: new AbortController().signal, progress: () => undefined };
/** After this time, what was sent to a stopped process is in its channel, ms. */
const SENT_MS = 500;

describe('a child that dies during a request', () => {
  let hosts: FileHosts;
  let host: TestHost;
  beforeAll(async () => {
    hosts = await makeFileHosts();
    host = await hosts.host('lost');
  });
  afterAll(() => hosts.close());

  const own = (path: string) => join(host.root, path);
  const childPid = async () => {
    await hosts.parent.handlers.ensureChild(host.target, NEVER);
    return fileChildPid(host.root);
  };

  /** The child is killed after the request, and before it can reply. */
  const requestDying = async (verb: FileVerb, body: unknown) => {
    const pid = await childPid();
    process.kill(pid, 'SIGSTOP');
    const reply = hosts.request(host, verb, body);
    await sleep(SENT_MS);
    process.kill(pid, 'SIGKILL');
    const said = await reply;
    expect(await childPid()).not.toBe(pid);
    return said;
  };

  it('does not affect a reader: the next child replies', async () => {
    await writeFile(own('wwwroot/there.txt'), 'there');
    expect(await requestDying('listFolder', { path: '/wwwroot' })).toMatchObject({
      entries: [{ name: 'there.txt' }],
    });
    expect(await requestDying('readText', { path: '/wwwroot/there.txt' })).toMatchObject({
      content: 'there',
    });
  });

  it.each([
    ['writeText', { path: '/wwwroot/there.txt', content: 'changed' }],
    ['removeFile', { path: '/wwwroot/there.txt' }],
    ['renameFile', { path: '/wwwroot/there.txt', to: '/wwwroot/elsewhere.txt' }],
  ] as const)('reports an unknown outcome of %s, and does not try again', async (verb, body) => {
    await writeFile(own('wwwroot/there.txt'), 'there');
    expect(await requestDying(verb, body)).toBe('outcome-unknown');
    expect(await readFile(own('wwwroot/there.txt'), 'utf8')).toBe('there');
    expect(await readdir(own('wwwroot'))).toEqual(['there.txt']);
  });
});

describe('a file service that dies during a request', () => {
  it('reports an unknown outcome for a change, and allows a retry of a query', async () => {
    const scratch = await mkdtemp(join(tmpdir(), 'sitedeck-lost-'));
    const socket = join(scratch, 'parent.sock');
    const dying = createServer((link) => link.once('data', () => link.destroy()));
    await new Promise<void>((resolve) => dying.listen(socket, resolve));
    const service = connectRpc(fileProtocol, socket);
    const target = { hostCode: HostCode.parse('lost'), uid: 30_000, quotaBytes: null };
    const path = SitePath.parse('/wwwroot/new');
    await expect(runFileVerb(service, target, { verb: 'makeFolder', body: { path } })).rejects.toThrow(
      'outcome-unknown',
    );
    await expect(runFileVerb(service, target, { verb: 'listFolder', body: { path } })).rejects.toThrow(
      'engine-down',
    );
    service.close();
    await new Promise((resolve) => dying.close(resolve));
    await rm(scratch, { recursive: true });
  });
});

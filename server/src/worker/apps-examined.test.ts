import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AppFinding } from '@sitedeck/contract';
import { APP_LIMITS } from '#features/apps/worker/tools';
import { makeAppConsole, type AppConsole } from '#testing/app-console';
import { makeAppHost, type AppHost } from '#testing/app-host';
import { isPortOpen } from '#testing/is-port-open';
import { itCaged } from '#testing/it-caged';

jest.setTimeout(300_000);

const FILES = {
  'index.php': '<?php echo "home";',
  'admin.php': '<?php echo "sign in";',
  'setup/gone.php': '<?php http_response_code(410);',
  'setup/away.php': '<?php header("Location: /notes/admin.php");',
  'setup/open.php': '<?php echo "choose a password";',
  'setup/again.php': '<?php header("Location: ./open.php?step=2");',
};
const CHANGES = {
  installer: ['/setup/gone.php', '/setup/away.php', '/setup/open.php', '/setup/again.php'],
  writable: ['.', 'setup', 'locked', 'missing'],
};

describe('an installed app', () => {
  let made: AppConsole;
  let host: AppHost;
  let php: ChildProcess | undefined;
  let stub: Server | undefined;

  beforeAll(async () => {
    made = await makeAppConsole();
    host = await makeAppHost(made);
    await host.issue('1.0', FILES, { changes: CHANGES });
  });
  afterAll(() => made.close());
  afterEach(async () => {
    php?.kill();
    if (php?.exitCode === null) await once(php, 'exit');
    stub?.closeAllConnections();
    stub?.close();
    [php, stub] = [undefined, undefined];
  });

  async function serve(): Promise<void> {
    // Its cache would serve a changed file as it was for 2 s.
    const options = [
      '-d',
      'opcache.enable=0',
      '-S',
      `127.0.0.1:${made.sitesPort}`,
      '-t',
      join(host.root, 'wwwroot'),
    ];
    php = spawn('php', options, { stdio: 'ignore' });
    while (!(await isPortOpen(made.sitesPort))) await sleep(20);
  }
  async function examine(): Promise<Record<string, string>> {
    const [{ id } = { id: 0 }] = await host.installed();
    const { checks } = (await host.request('/api/apps/examine', { id })) as { checks: readonly AppFinding[] };
    return Object.fromEntries(
      checks.map(({ check, path, is, detail }) => [`${check} ${path}`, [is, detail ?? '-'].join(' ')]),
    );
  }

  itCaged('is examined as a visitor and as its own programs would see it', async () => {
    expect((await host.install()).status).toBe('RUNNING_SUCCESS');
    await host.put('wwwroot/notes/locked/file', '');
    await chmod(join(host.root, 'wwwroot/notes/locked'), 0o555);
    await serve();
    expect(await examine()).toEqual({
      'address /notes/': 'ok HTTP 200',
      'sign-in /notes/admin.php': 'ok HTTP 200',
      'installer /notes/setup/gone.php': 'ok HTTP 410',
      'installer /notes/setup/away.php': 'ok HTTP 302 → /notes/admin.php',
      'installer /notes/setup/open.php': 'failed HTTP 200',
      'installer /notes/setup/again.php': 'failed HTTP 302 → /notes/setup/open.php?step=2',
      'writable /wwwroot/notes': 'ok -',
      'writable /wwwroot/notes/setup': 'ok -',
      'writable /wwwroot/notes/locked': 'failed -',
      'writable /wwwroot/notes/missing': 'failed -',
    });
    await host.put('wwwroot/notes/index.php', '<?php header("Location: /notes/setup/open.php");');
    await host.put('wwwroot/notes/admin.php', '<?php missing();');
    expect(await examine()).toMatchObject({
      'address /notes/': 'failed HTTP 302 → /notes/setup/open.php',
      'sign-in /notes/admin.php': 'failed HTTP 500',
    });
  });

  itCaged('is found without an answer if the site does not answer, sends no end, or breaks off', async () => {
    expect(await examine()).toMatchObject({
      'address /notes/': 'failed -',
      'installer /notes/setup/gone.php': 'failed -',
    });
    stub = createServer((request, reply) => {
      const path = request.url ?? '';
      if (path.startsWith('/notes/setup')) {
        reply.writeHead(404, { 'content-length': 100 });
        reply.write('cut');
        setImmediate(() => reply.destroy());
      } else if (path === '/notes/') {
        const more = () => {
          while (!reply.destroyed && reply.write(Buffer.alloc(65_536)));
        };
        reply.on('drain', more);
        more();
      } else reply.end(request.headers.host);
    }).listen(made.sitesPort, '127.0.0.1');
    await once(stub, 'listening');
    expect(await examine()).toMatchObject({
      'address /notes/': 'ok HTTP 200',
      'sign-in /notes/admin.php': 'ok HTTP 200',
      'installer /notes/setup/gone.php': 'failed -',
    });
  });

  itCaged(
    'is examined no longer than a limit if its site hangs, and is found without an answer',
    async () => {
      stub = createServer(() => undefined).listen(made.sitesPort, '127.0.0.1');
      await once(stub, 'listening');
      Object.assign(made.tools, { limits: { ...APP_LIMITS, examinationMs: 500 } });
      const begun = Date.now();
      expect(await examine()).toMatchObject({
        'address /notes/': 'failed -',
        'sign-in /notes/admin.php': 'failed -',
        'installer /notes/setup/gone.php': 'failed -',
        'writable /wwwroot/notes': 'ok -',
      });
      expect(Date.now() - begun).toBeLessThan(APP_LIMITS.examinationMs / 2);
    },
  );

  itCaged('is not there for another host', async () => {
    const other = await makeAppHost(made);
    const [{ id } = { id: 0 }] = await host.installed();
    expect(await other.request('/api/apps/examine', { id })).toBe('app-gone');
  });
});

describe('a host without apps', () => {
  itCaged('has no call about apps', async () => {
    const made = await makeAppConsole();
    try {
      const host = await makeAppHost(made, { plugin: 0 });
      const installed = { id: 1 };
      for (const [path, body] of [
        ['catalogue', undefined],
        ['installed', undefined],
        ['check', { act: 'uninstall', ...installed }],
        ['examine', installed],
        ['install', host.wanted()],
        ['update', { ...installed, version: '1.0' }],
        ['uninstall', installed],
        ['undo', { taskId: 1 }],
      ] as const)
        expect([path, await host.request(`/api/apps/${path}`, body)]).toEqual([path, 'not-allowed']);
    } finally {
      await made.close();
    }
  });
});

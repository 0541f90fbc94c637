import { join } from 'node:path';
import { pino } from 'pino';
import { consoleCalls, HostCode } from '@sitedeck/contract';
import { filesHandlers, uploadControl } from '#features/files/api/routes';
import { setHostUids } from '#state/host-uids';
import { fileProtocol } from '#files/link/protocol';
import { connectRpc } from '#system/rpc/rpc-client';
import { serveRpc } from '#system/rpc/rpc-server';
import { makeTestApi } from './api';
import { Browser, PASSWORD, Portal } from './browser';
import { createHostTree, makeFileHosts } from './file-hosts';

export interface FileConsole {
  /** A host with a tree of its own, and its owner signed in. */
  host(name: string, quotaBytes?: number): Promise<HostOfConsole>;
  close(): Promise<void>;
}

export interface HostOfConsole {
  readonly hostCode: HostCode;
  readonly uid: number;
  /** Absolute path of the host's root. */
  readonly root: string;
  readonly browser: Browser;
  /** URL of the console. */
  readonly url: string;
}

const fileCalls = Object.fromEntries(
  Object.entries(consoleCalls).filter(([, call]) => call.path.startsWith('/fs/')),
);

/** The console's calls about files, from HTTP down to the disk, without tasks. */
export async function makeFileConsole(): Promise<FileConsole> {
  const base = await makeTestApi();
  const files = await makeFileHosts();
  await setHostUids(base.test.db, files.hostUids);
  const socket = join(files.sockets, 'parent.sock');
  const server = await serveRpc({
    protocol: fileProtocol,
    handlers: files.parent.handlers,
    socket,
    onBug: (_method, error) => console.error(error),
  });
  const service = connectRpc(fileProtocol, socket);
  const parts = {
    db: base.test.db,
    service,
    tasks: base.core.tasks,
    log: pino({ level: 'silent' }),
    enqueue: () => Promise.reject(new Error('No worker runs tasks here')),
    frontDoor: false,
  };
  const extra = { calls: fileCalls, handlers: filesHandlers(parts) };
  const { stopUpload } = uploadControl(parts);
  const api = await makeTestApi({ beside: base, extra, stopUpload });
  return {
    host: async (name, quotaBytes = 200_000_000) => {
      const portal = new Portal(api);
      const code = await portal.host(await portal.account(), name, { diskQuotaBytes: quotaBytes });
      const hostCode = HostCode.parse(code);
      const { uid } = await base.test.db
        .selectFrom('host')
        .select('uid')
        .where('code', '=', hostCode)
        .executeTakeFirstOrThrow();
      const root = join(files.hosts, hostCode);
      await createHostTree(root, uid);
      const browser = new Browser(api);
      await browser.login(name, PASSWORD);
      return { hostCode, uid, root, browser, url: api.url };
    },
    close: async () => {
      service.close();
      await api.close();
      await files.close();
      await server.close();
      await base.close();
    },
  };
}

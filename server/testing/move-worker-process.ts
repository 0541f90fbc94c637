import { pino } from 'pino';
import { siteMoveTasks } from '#features/site-move/worker/tasks';
import { fileProtocol } from '#files/link/protocol';
import { startRunner } from '#queue/worker/runner';
import { openDb } from '#state/db';
import { connectRpc } from '#system/rpc/rpc-client';

/** A worker in a process of its own, which can be killed: runs site moves of servers on this machine. */
async function main(url: string, socket: string): Promise<void> {
  const db = openDb(url, { max: 3 });
  const files = connectRpc(fileProtocol, socket);
  const tasks = siteMoveTasks({ db, files, networks: { allowed: ['127.0.0.0/8'], own: [] } });
  const log = pino({ level: 'error' });
  await startRunner({ db, url, node: 'local', tasks, log, onLockLost: () => process.exit(3) });
  process.stdout.write('ready\n');
}

const [, script = '', url, socket] = process.argv;
if (script.endsWith('move-worker-process.mjs') && url !== undefined && socket !== undefined)
  void main(url, socket);

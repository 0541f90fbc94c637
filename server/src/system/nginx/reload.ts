import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { livingPid, signalPid } from '../pid-file';
import type { Instance } from './instance';

const ASK_MS = 1000;
const RELOAD_MS = 10_000;

/** Which generation the instance serves; undefined where nothing answers. */
export function servedGeneration(instance: Instance): Promise<string | undefined> {
  return new Promise((resolve) => {
    const asking = request(
      { socketPath: instance.statusSocket, path: '/generation', agent: false, timeout: ASK_MS },
      (reply) => {
        let text = '';
        reply.setEncoding('utf8').on('data', (part: string) => (text += part));
        reply.on('end', () => resolve(reply.statusCode === 200 ? text : undefined));
        reply.on('error', () => resolve(undefined));
      },
    );
    asking.on('timeout', () => asking.destroy());
    asking.on('error', () => resolve(undefined));
    asking.end();
  });
}

export const nginxPid = (instance: Instance) => livingPid(instance.pidFile, instance.folder);

/**
 * Has a running master read its files anew and waits until its workers serve `generation`.
 * False where no master runs: its next start reads the same files.
 */
export async function reloadNginx(instance: Instance, generation: string): Promise<boolean> {
  const pid = await nginxPid(instance);
  if (pid === undefined || !signalPid(pid, 'SIGHUP')) return false;
  const deadline = Date.now() + RELOAD_MS;
  while ((await servedGeneration(instance)) !== generation) {
    if (Date.now() > deadline)
      throw new Error(`nginx ${instance.name} did not take generation ${generation}`);
    if ((await nginxPid(instance)) === undefined) return false;
    await sleep(20);
  }
  return true;
}

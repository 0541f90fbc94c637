import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { childPids, commandLine, livingPid, signalPid } from '#system/process/pid-file';
import type { Instance } from './instance';

const ASK_MS = 1000;
const RELOAD_MS = 10_000;

/** Which generation the instance serves; undefined if it does not answer. */
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

/** A worker of the old generation accepts connections until its title says that it is shutting down. */
async function stillAccepts(pid: number): Promise<boolean> {
  const title = await commandLine(pid);
  return title.startsWith('nginx: worker') && !title.includes('shutting down');
}

async function anyAccepts(workers: readonly number[]): Promise<boolean> {
  return (await Promise.all(workers.map(stillAccepts))).some(Boolean);
}

/**
 * Makes a running master reload its files and waits until only `generation` is served. False if no master runs: its
 * next start reads the same files.
 */
export async function reloadNginx(instance: Instance, generation: string): Promise<boolean> {
  const pid = await nginxPid(instance);
  if (pid === undefined) return false;
  const old = await childPids(pid);
  if (!signalPid(pid, 'SIGHUP')) return false;
  const deadline = Date.now() + RELOAD_MS;
  while ((await servedGeneration(instance)) !== generation || (await anyAccepts(old))) {
    if (Date.now() > deadline)
      throw new Error(`nginx ${instance.name} did not take generation ${generation}`);
    if ((await nginxPid(instance)) === undefined) return false;
    await sleep(20);
  }
  return true;
}

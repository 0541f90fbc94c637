import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, renameSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { start } from '#system/process/exec';
import type { Identity } from '#system/process/identity';
import { Refusal } from '#faults/refusal';
import { ChildLink, type LinkEvents } from './child-link';

export interface ChildPlan {
  /** Path of the bundle; the host's uid can read it. */
  readonly script: string;
  /** Absolute path of the host's root. */
  readonly root: string;
  /** The byte plane's socket; its folder belongs to root. */
  readonly socket: string;
  /** uid and gid of the host; absent: this process's own, without isolation. */
  readonly identity?: Identity;
  /** Who may connect to the socket. */
  readonly socketOwner?: Identity;
}

/**
 * Heap limit of a child and of each of its threads, MiB; without one a child could take all memory. The
 * largest archive needs the most: a million entries whose paths hold 128 Mi characters, which take 256 MiB if
 * Chinese.
 */
const HEAP_MB = 1024;

function listenOn(path: string): Promise<Server> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => resolve(server));
  });
}

/** Node.js keeps a server's descriptor in its handle and has no public name for it. */
function descriptorOf(server: Server): number {
  const handle: unknown = Reflect.get(server, '_handle');
  const fd: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'fd') : undefined;
  if (typeof fd !== 'number' || fd < 0) throw new Error('A listening server has no descriptor');
  return fd;
}

/**
 * Starts a child with an empty environment and two descriptors: its channel and a listening socket. The
 * socket is created under a temporary name, because closing this process's copy unlinks the name it was
 * created under.
 */
async function launch(plan: ChildPlan, events: LinkEvents): Promise<ChildLink> {
  const made = `${plan.socket}.${randomBytes(3).toString('hex')}`;
  const server = await listenOn(made);
  try {
    chmodSync(made, 0o660);
    if (plan.socketOwner) chownSync(made, plan.socketOwner.uid, plan.socketOwner.gid);
    const child = start(
      { file: process.execPath, args: [`--max-old-space-size=${HEAP_MB}`, plan.script, plan.root] },
      {
        env: {},
        cwd: '/',
        stdio: ['ignore', 'ignore', 'pipe', 'pipe', descriptorOf(server)],
        ...(plan.identity && { identity: plan.identity }),
      },
    );
    const link = new ChildLink(child, events);
    renameSync(made, plan.socket);
    return link;
  } finally {
    server.close();
  }
}

/** Resolves when the child has opened its root and serves; refuses with `engine-down` if it can't. */
export function startChild(plan: ChildPlan, events: LinkEvents): Promise<ChildLink> {
  return new Promise((resolve, reject) => {
    let ready = false;
    const starting = launch(plan, {
      onEvent: (event) => {
        if (event.event !== 'ready') return events.onEvent(event);
        ready = true;
        void starting.then(resolve);
      },
      onEnd: (lastOutput) => {
        events.onEnd(lastOutput);
        if (!ready) reject(new Refusal('engine-down'));
      },
    });
    starting.catch(reject);
  });
}

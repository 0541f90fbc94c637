import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, renameSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import type { HostShare } from '#system/cage/shares/shares';
import type { CageEngine } from '#system/cage/engine';
import type { Identity } from '#system/process/identity';
import { ensureHandoverFolder } from '#system/streams/handover-folder';
import { Refusal } from '#faults/refusal';
import { ChildLink, type LinkEvents } from './child-link';
import { startChildProgram, type ChildProgram } from './child-program';

export interface ChildPlan extends Omit<ChildProgram, 'cage'> {
  /** Undefined on a machine that permits no cages. */
  readonly cages: CageEngine | undefined;
  /** Refuses to start a child for the host. */
  readonly checkHost: () => Promise<void>;
  /** Creates the share of the host's files; resolves to undefined where the machine has none. */
  readonly share: () => Promise<HostShare | undefined>;
  /** The byte plane's socket; its folder belongs to root. */
  readonly socket: string;
  /** Who may connect to the socket. */
  readonly socketOwner?: Identity;
}

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
 * The socket is created under a temporary name, because closing this process's copy unlinks the name it was
 * created under.
 */
async function launch(plan: ChildPlan, events: LinkEvents): Promise<ChildLink> {
  const { socket, socketOwner, cages: engine, handover } = plan;
  await plan.checkHost();
  ensureHandoverFolder(handover);
  const share = engine && (await plan.share());
  const made = `${socket}.${randomBytes(3).toString('hex')}`;
  const server = await listenOn(made);
  try {
    chmodSync(made, 0o660);
    if (socketOwner) chownSync(made, socketOwner.uid, socketOwner.gid);
    const program = { ...plan, cage: engine && { engine, share } };
    const link = new ChildLink(await startChildProgram(program, descriptorOf(server)), events);
    renameSync(made, socket);
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

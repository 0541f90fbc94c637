import { Writable } from 'node:stream';
import { BASE_ENV, withPartMark, start, type ChildProcess, type Command } from '#system/process/exec';
import type { Identity } from '#system/process/identity';
import { viewArguments, type CageView } from './cage-view';
import type { CageEngine } from './engine';
import { inShare } from './shares/join-share';
import type { HostShare } from './shares/shares';

export interface CagedStart {
  readonly identity: Identity;
  readonly view: CageView;
  /** Limits all programs in the cage, together with the host's other cages. */
  readonly share?: HostShare | undefined;
  /** Standard input, output and error output. */
  readonly stdio: readonly [number | 'ignore' | 'pipe', 'ignore' | 'pipe', 'ignore' | 'pipe'];
  /** Further descriptors of the program, from 3 on: a descriptor of this process, or a new pipe in both directions. */
  readonly further?: readonly (number | 'pipe')[];
}

const FIRST_FURTHER = 3;

function send(child: ChildProcess, descriptor: number, content: string | Buffer): void {
  // Node leaves `stdio` out if this process has no descriptor left; the error event follows.
  const pipe = (child.stdio as ChildProcess['stdio'] | undefined)?.[descriptor];
  if (!(pipe instanceof Writable)) return;
  // The exit status of the program that ends without reading says why.
  pipe.on('error', () => undefined);
  pipe.end(content);
}

/** Gives up all rights of root, for good. In a user namespace bubblewrap itself has given them up. */
function underIdentity(
  { setpriv, userNamespace }: CageEngine,
  { uid, gid }: Identity,
  command: Command,
): Command {
  if (userNamespace) return command;
  const { file, args } = command;
  return {
    file: setpriv,
    args: [
      ...[`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'],
      ...['--bounding-set=-all', '--inh-caps=-all', '--no-new-privs', '--', file, ...args],
    ],
  };
}

/**
 * Starts a program of a host in a cage: it sees only its own processes and files. The returned process is outside; if
 * it is killed, or this process ends, the kernel ends every program in the cage. The view is sent through a pipe, since
 * a program could read arguments.
 */
export function startCaged(engine: CageEngine, command: Command, how: CagedStart): ChildProcess {
  const inside = underIdentity(engine, how.identity, command);
  const treeOwner = engine.userNamespace ? 'program' : 'root';
  const further = how.further ?? [];
  // bubblewrap closes these two before the program starts, and passes all others on.
  const view = FIRST_FURTHER + further.length;
  const filter = view + 1;
  const cage = {
    file: engine.bubblewrap,
    args: ['--args', String(view), '--seccomp', String(filter), '--', inside.file, ...inside.args],
  };
  const child = start(how.share ? inShare(how.share, cage) : cage, {
    env: withPartMark(BASE_ENV),
    stdio: [...how.stdio, ...further, 'pipe', 'pipe'],
  });
  send(
    child,
    view,
    [...(engine.userNamespace?.args ?? []), ...viewArguments(how.view, treeOwner)]
      .map((one) => `${one}\0`)
      .join(''),
  );
  send(child, filter, engine.filter);
  return child;
}

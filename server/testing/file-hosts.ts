import { chmod, chown, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { ARCHIVE_ENTRIES_DEFAULT, HostCode } from '@sitedeck/contract';
import type { Cages } from '#system/cage/engine';
import { findCages } from '#system/cage/find-cages';
import { run } from '#system/process/exec';
import { hostIdentity, isolationHere, type UidRange } from '#system/process/identity';
import { JsonText } from '#system/streams/json-text';
import { makeFileParent, type FileParent, type ParentParts } from '#files/parent/parent';
import type { FileTarget, FileVerb } from '#files/link/protocol';
import { PRIVATE_FOLDER } from '#system/site/private-folder';
import { isRefusal } from '#faults/refusal';
import { bundleProgram } from './bundle-program';
import { claimUidSlot } from './uid-slot';

/** Bundles the child and its threads as they are shipped: files that every uid can read. */
async function bundleChild(folder: string): Promise<string> {
  const script = await bundleProgram('src/files/child/main.ts', folder);
  const threads = await bundleProgram('src/files/child/threads.ts', folder);
  for (const file of [script, threads]) await chmod(file, 0o644);
  return script;
}

export interface TestHost {
  /** The target, with the limits that calls about archives need. */
  readonly target: FileTarget & { readonly entriesMax: number };
  /** Absolute path of its root. */
  readonly root: string;
}

export interface FileHosts {
  readonly parent: FileParent;
  readonly script: string;
  readonly sockets: string;
  readonly hosts: string;
  /** Parent of the folders of `handoverFolder`. */
  readonly handover: string;
  readonly cages: Cages;
  /** Uids of its hosts; no other test on this machine uses them. */
  readonly hostUids: UidRange;
  host(code: string, quotaBytes?: number | null): Promise<TestHost>;
  /** The same service for a host whose tree is on another file system. */
  mounted(target: FileTarget, root: string): Promise<Pick<FileHosts, 'parent' | 'request'>>;
  /** A verb's reply, or the reason of its refusal. */
  request(host: TestHost, verb: FileVerb, body: unknown): Promise<unknown>;
  close(): Promise<void>;
}

const requesterOf =
  (parent: FileParent): FileHosts['request'] =>
  (host, verb, body) =>
    parent.handlers.verb({ ...host.target, verb, body }, NEVER).then(
      (reply) => (reply instanceof JsonText ? reply.value() : reply),
      (error: unknown) => {
        if (isRefusal(error)) return error.reason;
        throw error;
      },
    );

const NEVER = { signal: new AbortController().signal, progress: () => undefined };

/** Creates a tree as a node does: root owns the root folder and `logs`, the host owns the rest. */
export async function createHostTree(root: string, uid: number): Promise<void> {
  const owner = hostIdentity(isolationHere(), uid);
  await mkdir(root, { recursive: true, mode: 0o755 });
  for (const [name, mode] of [
    ['wwwroot', 0o755],
    ['data', 0o755],
    ['tmp', 0o700],
    [PRIVATE_FOLDER, 0o700],
  ] as const) {
    await mkdir(join(root, name), { mode });
    await chown(join(root, name), owner.uid, owner.gid);
  }
  await mkdir(join(root, 'logs'), { mode: 0o755 });
}

/** A real file service on real folders, with one child per host under its own uid, in a cage if the machine permits one. */
export async function makeFileHosts(events: Partial<ParentParts> = {}): Promise<FileHosts> {
  const scratch = await mkdtemp(join(tmpdir(), 'sitedeck-files-'));
  await chmod(scratch, 0o755);
  const [hosts, sockets, handover] = ['hosts', 'fs', 'hand'].map((name) => join(scratch, name)) as [
    string,
    string,
    string,
  ];
  await mkdir(hosts, { mode: 0o755 });
  await mkdir(sockets, { mode: 0o750 });
  const script = await bundleChild(scratch);
  const isolation = isolationHere();
  const cages = events.cages ?? (await findCages(isolation));
  const parentOf = (folder: string) =>
    makeFileParent({
      script,
      hosts: folder,
      sockets,
      handover,
      isolation,
      cages,
      shares: undefined,
      isSuspended: () => Promise.resolve(false),
      onUpload: () => undefined,
      onStream: () => undefined,
      onGone: () => undefined,
      ...events,
    });
  const parent = parentOf(hosts);
  const slot = await claimUidSlot();
  let next = 0;
  return {
    parent,
    script,
    sockets,
    hosts,
    handover,
    cages,
    hostUids: slot.uids,
    host: async (code, quotaBytes = null) => {
      // Tests of a file run one after another, so uids of earlier tests can be used again.
      const uid = slot.uids.first + (next++ % (slot.uids.last - slot.uids.first + 1));
      const target = {
        hostCode: HostCode.parse(code),
        uid,
        quotaBytes,
        entriesMax: ARCHIVE_ENTRIES_DEFAULT,
      };
      const root = join(hosts, code);
      await createHostTree(root, target.uid);
      return { target, root };
    },
    mounted: async (target, root) => {
      if (basename(root) !== target.hostCode) throw new Error('A tree has the name of its host');
      const own = parentOf(dirname(root));
      return { parent: own, request: requesterOf(own) };
    },
    request: requesterOf(parent),
    close: async () => {
      await parent.close();
      // The rm of Node.js fails on trees deeper than the longest path.
      await run({ file: 'rm', args: ['-rf', '--', scratch] });
      await slot.release();
    },
  };
}

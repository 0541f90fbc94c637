import { HostCode } from '@sitedeck/contract';
import { makeFileParent } from '#files/parent/parent';
import { findCages } from '#system/cage/find-cages';
import { isolationHere } from '#system/process/identity';

/** A file service in a process of its own, which can be killed: starts the child of one host and says so. */
const [, script = '', bundle, hosts, sockets, handover, code, uid] = process.argv;

if (script.endsWith('file-parent-process.mjs') && bundle && hosts && sockets && handover && code && uid) {
  const isolation = isolationHere();
  const parent = makeFileParent({
    script: bundle,
    hosts,
    sockets,
    handover,
    isolation,
    cages: await findCages(isolation),
    shares: undefined,
    isSuspended: () => Promise.resolve(false),
    onUpload: () => undefined,
    onStream: () => undefined,
    onGone: () => undefined,
  });
  const target = { hostCode: HostCode.parse(code), uid: Number(uid), quotaBytes: null };
  await parent.handlers.ensureChild(target, {
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  process.stdout.write('ready\n');
  setInterval(() => undefined, 1000);
}

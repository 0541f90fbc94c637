import { spawn } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { hostIdentity, isolationHere, POSSIBLE_HOST_UIDS } from '#system/process/identity';

/** Whether this process may list the open files of a host's programs. Root in a container often may not. */
export function canReadProcFds(): boolean {
  const identity = hostIdentity(isolationHere(), POSSIBLE_HOST_UIDS.last);
  const program = spawn('sleep', ['60'], { stdio: 'ignore', cwd: '/', uid: identity.uid, gid: identity.gid });
  program.on('error', () => undefined);
  try {
    return readlinkSync(`/proc/${String(program.pid)}/fd/0`) !== '';
  } catch {
    return false;
  } finally {
    program.kill('SIGKILL');
  }
}

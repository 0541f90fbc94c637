import { createHash } from 'node:crypto';
import { Refusal } from '#faults/refusal';
import { findProgram, run } from '#system/process/exec';

const SCAN_SECONDS = 10;
/** Strongest first. */
const TYPES = ['ssh-ed25519', 'ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp384', 'ecdsa-sha2-nistp521', 'ssh-rsa'];

export interface HostKey {
  readonly type: string;
  readonly key: string;
  /** `SHA256:…`, as ssh prints it. */
  readonly fingerprint: string;
}

const fingerprintOf = (key: string): string =>
  `SHA256:${createHash('sha256').update(Buffer.from(key, 'base64')).digest('base64').replace(/=+$/, '')}`;

export interface KeyServer {
  readonly address: string;
  readonly port: number;
}

/** Reads an SSH server's keys, strongest first. Refuses with `target-unreachable`; rejects with the signal's reason after an abort. */
export async function scanKeys({ address, port }: KeyServer, signal: AbortSignal): Promise<HostKey[]> {
  const file = await findProgram('ssh-keyscan');
  if (file === undefined) throw new Refusal('tool-missing', { values: { package: 'openssh-client' } });
  const args = ['-T', String(SCAN_SECONDS), '-p', String(port), '--', address];
  const { stdout } = await run({ file, args }, { timeoutMs: (SCAN_SECONDS + 5) * 1000, signal });
  signal.throwIfAborted();
  const found = stdout.split('\n').flatMap((line) => {
    const [, type, key] = line.split(' ');
    return type !== undefined && key !== undefined && TYPES.includes(type)
      ? [{ type, key, fingerprint: fingerprintOf(key) }]
      : [];
  });
  if (found.length === 0) throw new Refusal('target-unreachable', { values: { why: `SSH ${port}` } });
  return found.sort((a, b) => TYPES.indexOf(a.type) - TYPES.indexOf(b.type));
}

import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostCode } from '@sitedeck/contract';
import { addRepository } from '#features/backup/repository-store';
import type { BackupTools } from '#features/backup/worker/tools';
import { repositoryFolder } from '#system/restic/backup-paths';

/** Password of the repositories. It protects only test data. */
export const FAST_PASSWORD = 'light';

/** restic's own key derivation takes half a second at each start; this one is free. */
const SALT = [
  'vDaqR595oLoT9UlVWezII2eNXIbkp42y3aRRdv5VSSHsy2Kij2h1Zau6MC5uMcdPtMZJ5npTEXMEXsI00We6Vw==',
].join('');
/** The master key, encrypted with the password. */
const DATA = [
  'EoX8R20OnpKdkkk3A5RE2sBUTGl7ilPEAiMl51wy1XXYx2xQeNP0DTKSMZ6GWC1hLbRm4u49B9j1srgoJ/dbYeTbgJ619EyQ',
  'IzfnY4l3Pu/SsHdP4sVfbxCmdwvt9/SEOrI+lMxeZuZkVGZ3Rt6F2uw6Yh/q26tnf17hLatZtu7AudKgGMgWXnhPT65vPNvw',
  '1KDQrDIQYc0qOL4NvOn8Qg==',
].join('');
const KEY = JSON.stringify({
  ...{ created: '2026-01-01T00:00:00Z', username: 'test', hostname: 'test' },
  ...{ kdf: 'scrypt', N: 2, r: 1, p: 1, salt: SALT, data: DATA },
});
/** Configurations of two repositories with the same chunk boundaries, like a repository and its copy. */
const OWN = [
  'MqV9O/70b43uqktyp8SE4UOyo2c4x+PUNFOk07mRPt9Fe/xj17lEn01f7GstwnU9SzP79k6aWtbJ2kqTLc2My7waN07T7tWV',
  'rd+OaSvf+EWhIsWezprs9XNwatIeC5rc906g7OkA82gb8kj+rkmVabp6mUPIcJwVumMMUMMA+8gSIgyYheAQo6w0+NBP0RnZ',
  'IFNYaAG5QNMgYvM=',
].join('');
const COPY = [
  'oO8g0P6KAcywDZl7Q6KII2LoLoo/V8kvrlbdQXjSfluqLWXO0BjdL3c5x8i8IfKq9es4gmk68fkHGMKXTz2gkAE6/hEPeneR',
  'I/Y37BpEjf927IAaPTNYH70eiQqHRlJjpmQiDBiODR5uOqVvkKuDzwdZnJ3oOC/2bYsH2Y/XOyuuRTM9tqnZPookVkSV2JHj',
  'coEQHz6sJJ3LPzc=',
].join('');
const CONFIGS = { own: OWN, copy: COPY } as const;

/** Writes an empty repository, as restic creates it, into a new folder. */
export async function writeFastRepository(at: string, which: keyof typeof CONFIGS): Promise<void> {
  for (const kind of ['data', 'index', 'keys', 'locks', 'snapshots'])
    await mkdir(join(at, kind), { recursive: true, mode: 0o700 });
  const name = createHash('sha256').update(KEY).digest('hex');
  await writeFile(join(at, 'keys', name), KEY, { mode: 0o400 });
  await writeFile(join(at, 'config'), Buffer.from(CONFIGS[which], 'base64'), { mode: 0o400 });
}

/** Gives a fast repository to a host that has none. */
export async function addFastRepository({ db, paths }: BackupTools, hostCode: HostCode): Promise<void> {
  await addRepository(db, { hostCode, node: 'local', password: FAST_PASSWORD });
  await writeFastRepository(repositoryFolder(paths, hostCode), 'own');
}

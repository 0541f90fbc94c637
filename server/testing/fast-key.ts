import { createCipheriv, createHash, randomBytes, scryptSync } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Repository } from '#system/restic/repository';
import { runRestic } from '#system/restic/run-restic';

/** The cheapest key derivation that restic accepts. The one it measures itself takes half a second at each start. */
const CHEAP = { N: 2, r: 1, p: 1 } as const;

const littleEndian = (bytes: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);

/** Poly1305-AES (https://cr.yp.to/mac/poly1305-20050329.pdf), section 2. */
function poly1305(message: Buffer, r: bigint, s: bigint): Buffer {
  const prime = (1n << 130n) - 5n;
  const clamped = r & 0x0ffffffc0ffffffc0ffffffc0fffffffn;
  let sum = 0n;
  for (let at = 0; at < message.length; at += 16) {
    const block = Buffer.concat([message.subarray(at, at + 16), Buffer.from([1])]);
    sum = ((sum + littleEndian(block)) * clamped) % prime;
  }
  const tag = ((sum + s) & ((1n << 128n) - 1n)).toString(16).padStart(32, '0');
  return Buffer.from(tag, 'hex').reverse();
}

/** Encrypts and authenticates as restic does (https://restic.readthedocs.io/en/stable/100_references.html). */
function seal(content: string, key: Buffer): string {
  const nonce = randomBytes(16);
  const sealed = createCipheriv('aes-256-ctr', key.subarray(0, 32), nonce).update(content, 'utf8');
  const pad = createCipheriv('aes-128-ecb', key.subarray(32, 48), null).update(nonce);
  const tag = poly1305(sealed, littleEndian(key.subarray(48)), littleEndian(pad));
  return Buffer.concat([nonce, sealed, tag]).toString('base64');
}

async function masterKey(repository: Repository): Promise<string> {
  const lines: string[] = [];
  const signal = new AbortController().signal;
  const args = ['cat', '--no-lock', 'masterkey'];
  await runRestic(repository, { args, signal, onLine: (line) => lines.push(line) });
  return JSON.stringify(JSON.parse(lines.join('\n')));
}

/**
 * Replaces the keys of a repository with one for its present password that opens at once.
 * @param backups other folders with a copy of its keys
 */
export async function makeKeyFast(repository: Repository, backups: readonly string[] = []): Promise<void> {
  const password = (await readFile(repository.passwordFile, 'utf8')).replace(/\r?\n$/, '');
  const salt = randomBytes(64);
  const data = seal(await masterKey(repository), scryptSync(password, salt, 64, CHEAP));
  const facts = { created: '2026-01-01T00:00:00Z', username: 'test', hostname: 'test', kdf: 'scrypt' };
  const text = JSON.stringify({ ...facts, ...CHEAP, salt: salt.toString('base64'), data });
  const name = createHash('sha256').update(text).digest('hex');
  for (const folder of [join(repository.at, 'keys'), ...backups]) {
    for (const old of await readdir(folder)) await rm(join(folder, old));
    await writeFile(join(folder, name), text, { mode: 0o400 });
  }
}

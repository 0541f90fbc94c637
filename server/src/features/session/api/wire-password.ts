import { createDecipheriv } from 'node:crypto';
import { z } from 'zod';
import { Refusal } from '#faults/refusal';

const IV_BYTES = 16;
const Sealed = z.object({ p: z.string().min(1).max(256), r: z.string() });

/** The decrypted content; undefined if this is no wire form with our key. */
export function unseal(wire: string, wireKey: Buffer): z.infer<typeof Sealed> | undefined {
  try {
    const bytes = Buffer.from(wire, 'base64');
    const decipher = createDecipheriv('aes-256-cbc', wireKey, bytes.subarray(0, IV_BYTES));
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES)), decipher.final()]);
    return Sealed.parse(JSON.parse(text.toString('utf8')));
  } catch {
    return undefined;
  }
}

/** Length of the shortest wire form, bytes: `{"p":"…","r":"…"}` with our `captchaRand`, after the iv. */
const SHORTEST = 80;
const BLOCK_BYTES = 16;

/** Whether a text has the format of the wire form, with any key. No typed password has it. */
export function hasWireForm(text: string): boolean {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length >= SHORTEST && bytes.length % BLOCK_BYTES === 0 && bytes.toString('base64') === text;
}

/**
 * Decrypts the password in base64(iv16 ‖ AES-256-CBC-PKCS7(wireKey, JSON {p, r})). Refuses
 * with `password-unreadable`, and `password-replayed` if `r` belongs to another challenge.
 */
export function openWirePassword(wire: string, wireKey: Buffer, captchaRand: string): string {
  const sealed = unseal(wire, wireKey);
  if (!sealed) throw new Refusal('password-unreadable', { field: 'password' });
  const { p, r } = sealed;
  if (r !== captchaRand) throw new Refusal('password-replayed', { field: 'password' });
  return p;
}
